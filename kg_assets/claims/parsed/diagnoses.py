"""Finds what a doctor or a test found: "the allergist says I'm allergic to cats", "Dad was told it's Alzheimer's". What
anybody else says of the writer is hearsay."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from kg_assets.claims.parsed.health_told import speaks_of_others
from kg_assets.claims.parsed.holding import alone
from kg_assets.claims.parsed.people import People, Who
from kg_assets.claims.parsed.sorts import SORTS
from kg_assets.claims.parsed.who import who
from kg_assets.claims.parsed.words import relation_of, words
from kg_assets.claims.reading.model import SELF
from kg_assets.language.clauses import Clause, clauses_of
from kg_assets.language.phrases import bare
from kg_assets.language.sentence import Sentence
from kg_assets.language.words import closed_class

HEALTH = "has_condition"
_STOPS = frozenset({",", ";", ":", "-", "—", "..."})
_IS = ("'s", "is", "was", "be")  # "its gout" is parsed as "it be gout"
_WHETHER = ("if", "whether")


class Illness(NamedTuple):
    """Who has an illness or, if `is_denied`, does not have it; its words, and the clause that tells of it."""

    one: Who
    tokens: tuple[int, ...]
    clause: Clause
    is_denied: bool


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
) -> Iterator[Illness]:
    """The illnesses that are told as "it" or by the word alone, with who has them: "the doctor says it's frozen
    shoulder", "doc says gout", "Dad was told it's Alzheimer's", "had the biopsy and it's not coeliac". Nothing where
    somebody else may have it."""
    yield from _named_alone(s, before, clauses, people, timed)
    for at in range(1, len(s) - 1):
        is_joined = s.low[at] == "its"  # "turns out its gout"
        if not is_joined and (s.low[at] not in words("told_as_it") or s.low[at + 1] not in _IS):
            continue
        first = at + 2 - is_joined
        is_denied = s.low_at(first) in ("not", "n't")
        illness = bare(s, tuple(t for t in _behind(s, first + is_denied) if t not in timed), timed)
        # "It's just a cold", "it's not the thyroid": a trifle, and a part of the body.
        is_trifle = s.low_at(first) in ("just", "only") or (is_denied and s.low_at(first + 1) == "the")
        if not illness or is_trifle or not _is_illness(s, illness):
            continue
        told = _telling(s, at, clauses) or _tested(s, before, at, clauses)
        if told is None or _is_asked(s, told):
            continue
        patient = _patient(s, before, told, people)
        if patient is not None:
            yield Illness(patient, illness, told, is_denied)


def _named_alone(
    s: Sentence, before: Sentence | None, clauses: Sequence[Clause], people: People, timed: frozenset[int]
) -> Iterator[Illness]:
    """The illness that a doctor names with one word: "doc says gout"."""
    for told in clauses:
        is_told = told.lemma in ("say", "confirm") and told.mood == "stated" and not told.is_negative
        if not is_told or _is_asked(s, told):
            continue
        illness = bare(s, tuple(t for t in _behind(s, told.verb + 1) if t not in timed), timed)
        if not illness or not _is_illness(s, illness):
            continue
        behind = illness[-1] + 1
        is_all = behind >= len(s) or s.pos[behind] in ("PUNCT", "CCONJ")  # "doctors say depression is common"
        patient = _patient(s, before, told, people) if is_all else None
        if patient is not None:
            yield Illness(patient, illness, told, False)


def _is_illness(s: Sentence, tokens: tuple[int, ...]) -> bool:
    """Whether tokens are an illness, and the whole of what is told: not "dyslexia-friendly fonts", "autism 70%" or
    "anxiety that makes people click"."""
    behind = tokens[-1] + 1
    is_more = behind < len(s) and (s.tag[behind] == "HYPH" or s.low[behind] in words("goes_on_behind_an_illness"))
    if is_more or any(s.low[t].endswith("%") for t in tokens):
        return False
    return SORTS["condition"](s, tokens) or s.words(tokens).lower() in words("diagnosed_as")


def _tested(s: Sentence, before: Sentence | None, at: int, clauses: Sequence[Clause]) -> Clause | None:
    """The clause of "and it's" where the writer had a test just before: "had the biopsy and it's not coeliac"."""
    opens = at - (s.low_at(at - 1) in ("and", "&", "n", ",", "-"))
    is_tested = _ends_tested(s, opens, clauses) if opens > 0 else before is not None and before.is_parsed and (
        _ends_tested(before, len(before), clauses_of(before))
    )  # fmt: skip
    return next((clause for clause in clauses if clause.first <= at <= clause.last), None) if is_tested else None


def _ends_tested(s: Sentence, end: int, clauses: Sequence[Clause]) -> bool:
    """Whether the words up to a token end with a clause in which the writer had a test."""
    for clause in clauses:
        is_own = clause.subject is None or s.low[clause.subject] in closed_class("first_persons") or (
            clause.lemma == "do" and clause.subject > clause.verb
        )  # fmt: skip
        is_had = clause.lemma in words("having_a_test") and clause.tense in ("past", "perfect") and is_own
        is_real = clause.mood == "stated" and not clause.is_negative
        tested = [t for t in range(clause.verb + 1, end) if s.low[t] in words("tests_for_illness")]
        is_lesson = bool(tested) and s.low_at(tested[-1] + 1) in ("on", "about") and s.low_at(tested[-1] + 2) != "my"
        is_last = bool(tested) and not is_lesson and not any(s.pos[t] in ("VERB", "AUX") for t in range(tested[0], end))
        if is_had and is_real and is_last:
            return True
    return False


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
    is_turned = is_turned and closed_class("conditions").isdisjoint(s.low[:verb])
    return (
        next((clause for clause in clauses if clause.first <= at <= clause.last), alone(s, (at,)))
        if is_turned
        else None
    )


def _patient(s: Sentence, before: Sentence | None, told: Clause, people: People) -> Who | None:
    """Who has what a clause tells: the one who was told, or the writer where a doctor or nobody tells it."""
    if told.is_passive:
        one = who(s, told, people)
        return one if one is not None and one.sort in ("self", "kin", "person") else None
    teller = s.child(told.verb, "nsubj")
    if told.lemma in words("telling_of") and (teller is None or not _is_of_a_doctor(s, teller, told.verb)):
        return None
    return None if _others_may_be_ill(s, before, people) else Who(SELF, "self", None)


def _is_of_a_doctor(s: Sentence, teller: int, verb: int) -> bool:
    return s.low[teller] != "vet" and _is_found(s, verb) and _makes_diagnoses(s, teller, verb)


def _behind(s: Sentence, first: int) -> Iterator[int]:
    """The tokens from the first one on, up to the next stop or to a word that opens another clause."""
    for at in range(first, len(s)):
        is_verb = s.pos[at] in ("VERB", "AUX") and s.tag[at] != "VBN"  # "torn ligament", but "gallstones, thank god"
        if is_verb or s.low[at] in _STOPS or s.pos[at] in ("PUNCT", "CCONJ", "SCONJ", "ADP", "PRON", "INTJ"):
            return
        yield at


def _others_may_be_ill(s: Sentence, before: Sentence | None, people: People) -> bool:
    """Whether the illness may be that of somebody else, or of an animal, of whom the message speaks."""
    near = (*s.low, *(() if before is None else before.low))
    return speaks_of_others(near) or any(relation_of(w) not in (None, "other") for w in near) or people.has_anybody()
