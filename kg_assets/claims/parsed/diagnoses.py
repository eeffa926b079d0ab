"""Tells whether a clause reports what a doctor or a test found: "the allergist says I'm allergic to cats". What anybody
else says of the writer is hearsay."""

from kg_assets.claims.parsed.words import words
from kg_assets.language.clauses import Clause
from kg_assets.language.moods import is_negative
from kg_assets.language.sentence import Sentence
from kg_assets.language.words import closed_class

HEALTH = "has_condition"
_WHETHER = ("if", "whether")


def is_diagnosed(s: Sentence, clause: Clause) -> bool:
    """Whether a clause about the writer is what somebody who diagnoses says of them."""
    above = s.head[clause.verb]
    is_own = clause.subject is not None and s.low[clause.subject] in closed_class("first_persons")
    is_theirs = clause.mood in ("reported", "supposed") and s.dep[clause.verb] == "ccomp"
    is_doubted = s.low[clause.first] in _WHETHER or s.low[clause.subject or 0 : above].count("if") > 0
    if not (is_own and is_theirs) or is_doubted or not _is_found(s, above) or "but" in s.low[clause.verb :]:
        return False
    who = s.child(above, "nsubj")
    if who is None or s.lemma[who].lower() not in words("who_diagnoses") | words("who_prescribes"):
        return False
    return s.low[who] != "they" or s.tag[above] in ("VBD", "VBN")  # "they say I'm allergic to work"


def _is_found(s: Sentence, above: int) -> bool:
    """Whether a verb states what was found, and neither asks, supposes, dreams nor expects it."""
    is_main = s.dep[above] == "ROOT" or (s.dep[above] == "conj" and s.dep[s.head[above]] == "ROOT")
    helpers = [s.lemma[child].lower() for child in s.children(above, "aux")]
    is_told = s.lemma[above].lower() in words("telling_of") and not is_negative(s, above)
    return (
        is_main
        and is_told
        and all(one == "have" for one in helpers)
        and not s.ends_asking
        and not s.children(above, "mark")
    )
