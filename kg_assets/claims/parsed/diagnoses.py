"""Tells whether a clause reports what a doctor or a test found: "the allergist says I'm allergic to cats". What anybody
else says of the writer is hearsay."""

from kg_assets.claims.parsed.words import words
from kg_assets.language.clauses import Clause, clauses_of
from kg_assets.language.sentence import Sentence
from kg_assets.language.words import closed_class

HEALTH = "has_condition"
_STOPS = frozenset({",", ";", ":", "-", "—", "..."})
_WHETHER = ("if", "whether")


def is_diagnosed(s: Sentence, clause: Clause) -> bool:
    """Whether a clause about the writer reports what somebody who makes diagnoses, such as a doctor, says of them."""
    above, subject = s.head[clause.verb], clause.subject
    is_theirs = clause.mood in ("reported", "supposed") and s.dep[clause.verb] == "ccomp"
    if subject is None or s.low[subject] not in closed_class("first_persons") or not is_theirs:
        return False
    is_doubted = "but" in s.low[clause.verb :] or any(word in _WHETHER for word in s.low[above:subject])
    who = s.child(above, "nsubj")
    if who is None or is_doubted or _is_asked(s, clause) or not _is_found(s, above):
        return False
    is_hearsay = s.low[who] == "they" and s.tag[above] not in ("VBD", "VBN")  # "they say I'm allergic to work"
    return not is_hearsay and s.lemma[who].lower() in words("who_diagnoses") | words("who_prescribes")


def _is_asked(s: Sentence, clause: Clause) -> bool:
    """Whether a clause belongs to a question: no stop stands between it and the question mark."""
    return s.ends_asking and not any(s.low[at] in _STOPS for at in range(clause.verb, len(s)))


def _is_found(s: Sentence, above: int) -> bool:
    """Whether a verb states what was found, and neither supposes, dreams nor expects it."""
    told = next((clause for clause in clauses_of(s) if clause.verb == above), None)
    # "I'm scared the doctor says …" hangs on what stands before; a clause that runs on into a question hangs on that.
    is_main = s.dep[above] in ("ROOT", "conj", "parataxis") or s.head[above] > above
    is_told = is_main and told is not None and told.mood == "stated" and not told.is_negative
    helpers = {s.lemma[child].lower() for child in s.children(above, "aux")}
    return (
        is_told
        and s.lemma[above].lower() in words("telling_of")
        and helpers <= {"have"}
        and not s.children(above, "mark")
    )
