"""Tells whether a clause reports what a doctor or a test found: "the allergist says I'm allergic to cats". What anybody
else says of the writer is hearsay."""

from kg_assets.claims.parsed.words import words
from kg_assets.language.clauses import Clause
from kg_assets.language.moods import is_negative
from kg_assets.language.sentence import Sentence
from kg_assets.language.words import closed_class

HEALTH = "has_condition"


def is_diagnosed(s: Sentence, clause: Clause) -> bool:
    """Whether a clause about the writer is what somebody who diagnoses says of them."""
    above = s.head[clause.verb]
    is_own = clause.subject is not None and s.low[clause.subject] in closed_class("first_persons")
    is_theirs = clause.mood in ("reported", "supposed") and s.dep[clause.verb] == "ccomp"
    if not (is_own and is_theirs) or s.lemma[above].lower() not in words("telling_of") or is_negative(s, above):
        return False
    who = s.child(above, "nsubj")
    return who is not None and s.lemma[who].lower() in words("who_diagnoses") | words("who_prescribes")
