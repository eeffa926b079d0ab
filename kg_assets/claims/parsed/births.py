"""Finds children whom a message tells as born: "Elina was born on 8 August, 3.4 kilos, she sleeps on top of me",
"We have a granddaughter. Isla was born on Wednesday", "aunt since Tuesday, he is named Bram"."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from kg_assets.claims.parsed.naming import newcomer_before
from kg_assets.claims.parsed.people import Who, gender_of
from kg_assets.claims.parsed.words import relation_of, shared, told_as, words
from kg_assets.claims.reading.model import SELF
from kg_assets.language.clauses import clauses_of
from kg_assets.language.sentence import Sentence
from kg_assets.language.words import closed_class

Tokens = tuple[int, ...]
Told = tuple[Sentence, Who, str, Tokens]
_MYSELF = Who(SELF, "self", None)
_PRONOUNS = {"he": "he", "hes": "he", "his": "he", "she": "she", "shes": "she", "her": "she"}
_FAR = 6  # tokens from the pronoun to the name


def births(sentences: Sequence[Sentence]) -> Iterator[Told]:
    """The relations to children who are born, with their names."""
    is_of_me = any(_is_of_a_parent(s) for s in sentences)
    is_of_others = any(_speaks_of_others(s) for s in sentences)
    for before, s in pairwise((None, *sentences)):
        assert s is not None
        name = _born(s)
        noun = newcomer_before(before) if name and before is not None else None
        predicate = told_as(noun) if noun is not None else "child_is"
        if name and predicate and (noun or (is_of_me and not is_of_others and _is_weighed(s))):
            yield s, _MYSELF, predicate, name
        yield from _kin_since(s, before)


def _is_of_a_parent(s: Sentence) -> bool:
    """Whether a sentence speaks of the writer as a parent does: "she sleeps on top of me", "named for my dad". Not "my
    editor", "write me" or "I need"."""
    return any(
        (low in words("of_a_parent") and s.low_at(at - 1) not in words("asking_for_oneself"))
        or (low in _MINE and any(relation_of(one) is not None for one in s.low[at + 1 : at + 3]))
        for at, low in enumerate(s.low)
    )


def _speaks_of_others(s: Sentence) -> bool:
    """Whether a sentence speaks of somebody else who may be the parent: a sister, a friend, "their"."""
    others = ("sibling_is", "friend_is", "colleague_is", "other")
    is_of_another = any(relation_of(low) in others for low in s.low)
    is_grown = any(
        relation_of(low) == "child_is" and s.low[at] in _MINE and low not in words("nameless")
        for at, low in enumerate(s.low[1:])
    )
    return is_of_another or is_grown or "their" in s.low


_MINE = frozenset({"my", "our"})


def _born(s: Sentence) -> Tokens:
    """The name of who is born: the bare subject of "was born", or the name that opens a sentence with "born": "Walter
    Gary, 8 pounds, born Thursday". Empty if there is none."""
    if "born" not in s.low:
        return ()
    for clause in clauses_of(s):
        at = clause.subject
        is_told = clause.mood == "stated" and not clause.is_negative and s.low[clause.verb] == "born"
        is_told = is_told and words("titles_of_royals").isdisjoint(s.low)
        if at is not None and is_told and s.pos[at] == "PROPN":
            first = min((at, *s.children(at, "compound")))
            is_bare = not s.children(at, "det", "poss", "amod", "appos")
            return tuple(range(first, at + 1)) if is_bare and relation_of(s.low[first]) is None else ()
    end = 0
    while end < len(s) and s.pos[end] == "PROPN" and s.word(end)[:1].isupper():
        end += 1
    is_opening = 0 < end < len(s) and s.low[end] == "," and relation_of(s.low[0]) is None
    return tuple(range(end)) if is_opening else ()


def _is_weighed(s: Sentence) -> bool:
    """Whether a sentence tells a weight, as parents do of a newborn: "3,4 kilos", "8 pounds 3 ounces"."""
    return any(
        s.low[at][:1].isdigit() and s.low[at + 1] in words("weights_at_birth") for at in range(len(s) - 1)
    ) or any(low[:1].isdigit() and low.lstrip("0123456789.,") in words("weights_at_birth") for low in s.low)


def _kin_since(s: Sentence, before: Sentence | None) -> Iterator[Told]:
    """The nephew or the like whose name is told behind "aunt since Tuesday": "he is named Bram", "her name is Ada"."""
    noun = _became(s) or (None if before is None else _became(before))
    if noun is None:
        return
    for at in range(len(s) - 2):
        gender = _PRONOUNS.get(s.low[at])
        behind = s.low[at + 1 : at + 4]
        is_naming = not words("calling_newborn").isdisjoint(behind)
        name = next((t for t in range(at + 2, min(len(s), at + _FAR)) if _is_name(s, t)), None)
        if gender is None or not is_naming or name is None:
            continue
        young = [row.split()[1:] for row in words("kin_by_birth") if row.split()[0] == noun]
        yield from (
            (s, _MYSELF, f"{one.replace('-', '_')}_is", (name,))
            for ones in young
            for one in ones
            if gender_of(one) == gender
        )
        return


def _became(s: Sentence) -> str | None:
    """The noun for what the writer became by a birth: "aunt" in "I'm an aunt since Tuesday" and in "Auntie since
    Sunday!!"."""
    kin = {row.split()[0] for row in words("kin_by_birth")}
    for at in range(len(s) - 1):
        if s.low[at] not in kin or s.low[at + 1] not in words("since_a_birth"):
            continue
        before = [low for low in s.low[:at] if low not in ("a", "an", "now", "am", "'m", "became", "officially")]
        if not before or before[-1] in closed_class("first_persons") or before[-1] in ("im", "i'm"):
            return s.low[at]
    return None


def _is_name(s: Sentence, at: int) -> bool:
    is_written = s.word(at)[:1].isupper() and s.pos[at] == "PROPN"
    return (is_written or s.low[at] in shared("given_names")) and s.low[at] not in shared("weekdays") | shared("months")
