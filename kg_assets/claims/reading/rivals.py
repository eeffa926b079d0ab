"""Finds who else is mentioned in a sentence about a person: a "he" or "she" in the next sentence may mean them."""

from collections.abc import Sequence

from kg_assets.claims.reading.lexicon import lexicon, word_list
from kg_assets.claims.reading.model import SpanPair, Subject
from kg_assets.claims.reading.sentence import Sentence

_PRONOUNS = ("he", "she")
_OF_PLACES = word_list("rivals", "of_places")
_SEVERAL = word_list("subjects", "children") | {"parents"}
_NO_PEOPLE = ("known_places", "months", "weekdays", "languages", "tools")


def noun_of(s: Sentence, name: str) -> str | None:
    """The noun of relation before a name: "sister" in "my sister Hedda"; None where the name stands alone."""
    at = _first_of(s, name)
    return s.low[at - 1] if at is not None and at > 0 and s.low[at - 1] in s.words.relations else None


def rivals(s: Sentence, person: Subject, noun: str | None, spared: Sequence[SpanPair] = ()) -> frozenset[str]:
    """Which of "he" and "she" may mean somebody else in a sentence than this person.

    `noun` is the noun of relation before the person's name (see `noun_of`). Another noun for the same relation means
    the person, too ("My partner's name is Dorian"). Words in the `spared` spans are places, firms and things, so they
    mean nobody.
    """
    first = _first_of(s, person.value)
    own = range(0) if first is None else range(first - (noun is not None), first + len(person.value.split()))
    called = person.value.removeprefix("__SELF__/").split(" ")[-1]
    found: set[str] = set()
    for at in range(len(s)):
        if at in own or any(start <= s.starts[at] < end for start, end in spared):
            continue
        if _is_one(s, at) and s.words.relations[s.low[at]] != person.relation and s.low[at] != called:
            found.update(pronoun for pronoun in _PRONOUNS if not is_contrary(s.low[at], pronoun))
        elif _is_somebodys_name(s, at, own):
            found.update(_PRONOUNS)
    return frozenset(found)


def is_contrary(noun: str, pronoun: str) -> bool:
    """Whether a noun of relation contradicts a pronoun: a sister is no "he"."""
    return (pronoun == "he" and noun in lexicon()["female"]) or (pronoun == "she" and noun in lexicon()["male"])


def _first_of(s: Sentence, name: str) -> int | None:
    words = name.lower().split()
    return next((at for at in range(len(s)) if s.low[at : at + len(words)] == words), None)


def _is_one(s: Sentence, at: int) -> bool:
    """Whether a word is a noun of relation in the singular: "daughter", but not "daughters" or "kids"."""
    low = s.low[at]
    is_plural = low in _SEVERAL or (low.endswith("s") and low[:-1] in s.words.relations)
    return low in s.words.relations and not is_plural


def _is_somebodys_name(s: Sentence, at: int, own: range) -> bool:
    """Whether a capitalised word within a sentence may name somebody."""
    if s.low[at] in s.words["given_names"]:
        return s.capitals[at]
    if at == 0 or not s.capitals[at] or s.is_low or s.timed[at] >= 0 or at - 1 in own or s.low[at] == "i":
        return False
    if s.low[at - 1] in _OF_PLACES or s.capitals[at - 1] or not s.low[at].isalpha():
        return False
    return not any(s.low[at] in s.words[listed] for listed in _NO_PEOPLE)
