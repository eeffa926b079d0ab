"""Finds what a doctor or a test found: "the allergist says I'm allergic to cats", "Dad was told it's Alzheimer's". What
anybody else says of the writer is hearsay."""

from collections.abc import Iterator, Sequence

from kg_assets.claims.parsed.sorts import SORTS
from kg_assets.claims.parsed.who import People, Who, who
from kg_assets.claims.parsed.words import relation_of, words
from kg_assets.claims.reading.model import SELF
from kg_assets.language.clauses import Clause, clauses_of
from kg_assets.language.phrases import bare
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
    teller = s.child(above, "nsubj")
    if teller is None or is_doubted or _is_asked(s, clause) or not _is_found(s, above):
        return False
    return _makes_diagnoses(s, teller, above)


def _makes_diagnoses(s: Sentence, teller: int, verb: int) -> bool:
    is_hearsay = s.low[teller] == "they" and s.tag[verb] not in ("VBD", "VBN")  # "they say I'm allergic to work"
    return not is_hearsay and s.lemma[teller].lower() in words("who_diagnoses") | words("who_prescribes")


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


def illnesses_found(
    s: Sentence, before: Sentence | None, clauses: Sequence[Clause], people: People, timed: frozenset[int]
) -> Iterator[tuple[Who, tuple[int, ...], Clause]]:
    """Who has an illness that is told as "it", the words of the illness, and the clause that tells of it: "the doctor
    says it's frozen shoulder", "Dad was told it's Alzheimer's". Nothing where somebody else may have it."""
    for at in range(1, len(s) - 2):
        if s.low[at] not in words("told_as_it") or s.low[at + 1] not in ("'s", "is", "was"):
            continue
        illness = bare(s, tuple(t for t in _behind(s, at + 2) if t not in timed), timed)
        told = _telling(s, at, clauses)
        is_trifle = s.low_at(at + 2) in ("just", "only")
        if told is None or not illness or is_trifle or _is_asked(s, told) or not SORTS["condition"](s, illness):
            continue
        patient = _patient(s, before, told, people)
        if patient is not None:
            yield patient, illness, told


def _telling(s: Sentence, at: int, clauses: Sequence[Clause]) -> Clause | None:
    """The clause whose verb stands before "it's" and tells of an illness: "they told me it's", "turns out it was"."""
    verb = at - 1
    while verb > 0 and s.low[verb] in words("between_telling_and_told"):
        verb -= 1
    told = next((clause for clause in clauses if clause.verb == verb), None)
    if told is not None:
        is_stated = told.mood == "stated" and not told.is_negative
        return told if is_stated and told.lemma in words("telling_of") else None
    is_turned = s.low[verb] == "out" and s.low[verb - 1] in ("turns", "turned")
    return next((clause for clause in clauses if clause.first <= at <= clause.last), None) if is_turned else None


def _patient(s: Sentence, before: Sentence | None, told: Clause, people: People) -> Who | None:
    """Who has what a clause tells: the one who was told, or the writer where a doctor or nobody tells it."""
    if told.is_passive:
        one = who(s, told, people)
        return one if one is not None and one.sort in ("self", "kin", "person") else None
    is_told = told.lemma not in words("telling_of") or _tells_as_a_doctor(s, told.verb)
    return Who(SELF, "self", None) if is_told and not _others_may_be_ill(s, before, people) else None


def _tells_as_a_doctor(s: Sentence, verb: int) -> bool:
    """Whether a doctor or a test is the subject of a verb of telling. What a vet says is of an animal."""
    teller = s.child(verb, "nsubj")
    is_of_people = teller is not None and s.low[teller] != "vet"
    return is_of_people and _is_found(s, verb) and _makes_diagnoses(s, teller or 0, verb)


def _behind(s: Sentence, first: int) -> Iterator[int]:
    """The tokens from the first one on, up to the next stop or to a word that opens another clause."""
    for at in range(first, len(s)):
        if s.low[at] in _STOPS or s.pos[at] in ("PUNCT", "CCONJ", "SCONJ", "ADP"):
            return
        yield at


def _others_may_be_ill(s: Sentence, before: Sentence | None, people: People) -> bool:
    """Whether the illness may be that of somebody else, or of an animal, of whom the message speaks."""
    near = (*s.low, *(() if before is None else before.low))
    is_told_of = any(word in words("somebody_meant") or relation_of(word) not in (None, "other") for word in near)
    return is_told_of or people.has_anybody()
