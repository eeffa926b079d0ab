"""The people of a message, kept in mind so that a later pronoun finds the one it means."""

from collections.abc import Iterator
from typing import NamedTuple

from kg_assets.claims.parsed.words import relation_of, shared, words
from kg_assets.claims.reading.model import SpanPair, relative_of_self
from kg_assets.language.sentence import Sentence

HE = frozenset({"he", "him", "hes"})
SHE = frozenset({"she", "her", "shes"})
_SAID_TO_BE = frozenset({"attr", "oprd", "appos", "compound", "acomp"})


class Who(NamedTuple):
    """Whom or what a clause is about.

    `sort` is self, kin (a relative without a name), person (a relative by name), relative (one whose relation has no
    predicate of its own, so that only events are read), stranger (a full name), somebody (a single name), own (a thing
    of the person's) or thing. `span` is None if no words of the clause name them.
    """

    value: str
    sort: str
    span: SpanPair | None
    noun: str | None = None  # the noun of relation ("sister"), if the text says one
    gender: str | None = None


class People:
    """The people whom a message has named or mentioned so far. A pronoun means one of them if only one
    fits."""

    def __init__(self) -> None:
        self._known: list[Who] = []
        self._named_by: frozenset[str] = frozenset()
        self._before: Sentence | None = None

    def end(self, s: Sentence) -> None:
        """Keep a sentence in mind after it was read, because a pronoun in the next one may mean somebody in it."""
        self._before = s

    def is_another_meant(self, one: Who, low: str) -> bool:
        """Whether "he" or "she" (`low`) may mean somebody else in the sentence before. `one` is the only person
        noted so far whom the pronoun fits."""
        if self._before is None:
            return False
        pronoun = "he" if low in HE else "she"
        own = {*one.value.removeprefix(relative_of_self("")).lower().split(), one.noun}
        return any(word not in own and said in (pronoun, None) for word, said in _told_of(self._before))

    def name(self, one: Who) -> None:
        """Keep in mind somebody whose name is told ("my flatmate is Zofia"). After that, "my flatmate" alone means the
        same person and nobody new."""
        self._named_by = (self._named_by | {one.noun}) if one.noun is not None else self._named_by
        self._known = [other for other in self._known if other.sort != "kin" or other.noun != one.noun]
        self.meet(one)

    def meet(self, one: Who) -> None:
        if one.sort == "person" or (one.sort == "kin" and one.noun not in self._named_by):
            self._known = [other for other in self._known if other.value != one.value] + [one]

    def has_anybody(self) -> bool:
        return bool(self._known)

    def named(self, value: str) -> Who | None:
        return next((one for one in self._known if one.value == value), None)

    def meant(self, low: str) -> Who | None:
        """The only known person whom "he" or "she" fits; None if several fit or nobody does."""
        gender = "he" if low in HE else "she" if low in SHE else None
        if gender is None:
            return None
        fitting = [one for one in self._known if one.gender in (gender, None)]
        return fitting[0] if len(fitting) == 1 else None


def _told_of(s: Sentence) -> Iterator[tuple[str, str | None]]:
    """The people in a sentence whom a later "he" or "she" may mean, two values for each: the name or the noun for one
    person, in lower case; and the pronoun, if the noun fits only one of the two ("she" for "sister"), else None. A noun
    that only says what somebody is does not count: "nurse" in "My sister is a nurse"."""
    for at in range(len(s)):
        is_named = s.pos[at + 1 : at + 2] == ("PROPN",)  # "this guy Idris"
        is_said = is_named or s.dep[at] in _SAID_TO_BE or s.low[s.head[at]] == "as"
        if s.tag[at] == "NN" and not is_said and is_a_person(s, at):
            yield s.low[at], gender_of(s.low[at])
        elif (s.pos[at] == "PROPN" and _is_a_persons_name(s, at)) or _is_beside_somebody(s, at):
            yield s.low[at], None


def _is_a_persons_name(s: Sentence, at: int) -> bool:
    return s.entity[at] == "PERSON" or s.low[at] in shared("given_names")


def _is_beside_somebody(s: Sentence, at: int) -> bool:
    """Whether a name that is in no list is a person's, because of the words before it: "adores Beyoncé", "moving in
    with Folke"."""
    if at == 0 or not s.word(at)[:1].isupper() or s.pos[at] not in ("PROPN", "NOUN"):
        return False
    above = s.head[at]
    is_met = s.dep[at] == "dobj" and s.lemma[above].lower() in words("done_to_people")
    is_with = s.dep[at] == "pobj" and s.low[above] in ("with", "for")
    return (is_met or is_with) and s.low[at] not in shared("known_places") | shared("tools") | shared("months")


def is_a_person(s: Sentence, noun: int) -> bool:
    low, lemma = s.low[noun], s.lemma[noun].lower()
    is_job = low in shared("jobs") or low.endswith(tuple(shared("job_endings")))
    return is_job or relation_of(low) is not None or lemma in words("persons") | words("who_we_are")


def gender_of(noun: str) -> str | None:
    """The pronoun for a relative, "he" or "she", if the noun says it."""
    return "he" if noun in shared("male") else "she" if noun in shared("female") else None
