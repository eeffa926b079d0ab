"""Reads the value in "my X is Y" and "Y is my X". The noun X decides what kind of value is read (seed 000 §4.4.3: one
pattern per noun)."""

from kg_assets.claims.reading import objects_plans, objects_world
from kg_assets.claims.reading.frames import KINDS
from kg_assets.claims.reading.lexicon import word_list
from kg_assets.claims.reading.model import Object, Subject
from kg_assets.claims.reading.phrases import listed, skip_determiners
from kg_assets.claims.reading.sentence import Sentence
from kg_assets.claims.reading.subjects import name_run, relation_at

_VALUE_OF_WORDS = word_list("possessives", "value_of_words")
_VALUE_OF_WORDS_2 = word_list("possessives", "value_of_words_2")
_VALUE_OF_WORDS_3 = word_list("possessives", "value_of_words_3")
_VALUE_OF_WORDS_4 = word_list("possessives", "value_of_words_4")
_RELATION_REVERSED_WORDS = word_list("possessives", "relation_reversed_words")

_KIND = {
    "name_is": "name_any",
    "age_is": "age",
    "born_on": "born_date",
    "born_in": "place",
    "from_place": "place",
    "lives_in": "place",
    "works_as": "job_any",
    "works_at": "org_any",
    "studies_at": "school_any",
    "graduated_from": "school_any",
    "studies": "subject",
    "speaks": "language",
    "learning": "language",
    "likes": "taste",
    "interested_in": "taste",
    "dislikes": "taste",
    "diet_is": "diet_phrase",
    "has_goal": "goal",
    "plans_to": "goal",
    "wants": "goal",
    "contact_is": "contact",
    "earns": "money",
    "has_condition": "condition_any",
    "struggles_with": "problem",
    "prefers": "preference",
    "works_on": "project",
    "is_trait": "phrase",
    "uses": "tool",
    "owns": "entity",
    "measures": "measure_own",
    "costs": "money",
}
_SPLIT = frozenset({"likes", "interested_in", "dislikes", "speaks", "uses", "works_on", "struggles_with"})
_MODALITY = {
    "name_is": "fact",
    "born_on": "fact",
    "graduated_from": "fact",
    "born_in": "fact",
    "from_place": "fact",
    "likes": "preference",
    "prefers": "preference",
    "dislikes": "preference",
    "has_goal": "intention",
    "plans_to": "intention",
    "wants": "intention",
    "costs": "fact",
}
_SAID_SHORT = frozenset({"earns", "costs", "name_is", "age_is", "likes", "born_on", "has_goal", "contact_is"})
_ADJECTIVES = word_list("possessives", "adjectives")
_TOLD = word_list("possessives", "told")


def own_noun(s: Sentence, index: int, end: int) -> tuple[str, str, int] | None:
    """The noun of the list `own_nouns` that stands at `index`, behind a "my" or the like; adjectives may come before
    it. Three values: its predicate; the noun; and the token at which its verb is expected, which is that of "is" in "my
    favourite film so far is …". None if there is no such noun."""
    at = index
    nouns = s.words.own_nouns
    while at < end and at < index + 4:
        for length in (4, 3, 2, 1):
            noun = " ".join(s.low[at : at + length])
            if at + length <= end and noun in nouns and (s.word(at + length) != "'s" or nouns[noun] in _SAID_SHORT):
                if noun in ("favorite", "favourite", "fav", "fave", "least favorite", "least favourite"):
                    stop = at + length
                    tooled = s.word(stop) in ("tool", "editor")
                    while stop < end and s.low[stop] not in s.words["be"] | {"'s", ",", ":"} and stop < at + 8:
                        stop += 1
                    return ("uses" if tooled else nouns[noun]), noun, stop
                return nouns[noun], noun, _past_place(s, at + length)
        if s.low[at] not in _ADJECTIVES:
            return None
        at += 1
    return None


def _past_place(s: Sentence, at: int) -> int:
    """The token behind words like "for that" or "there", which may stand between a noun and its verb; `at` if there are
    none."""
    if s.word(at) in ("there", "here"):
        return at + 1
    if s.word(at + 1) in ("this", "that", "these") and s.timed[min(at + 1, len(s) - 1)] < 0:
        return at  # "my plan for this essay"
    if s.word(at) in ("for", "on", "at", "in", "this"):
        return next((at + step for step in (1, 2, 3, 4) if s.word(at + step) in ("is", "are", ":")), at)
    return at


def _goal(s: Sentence, index: int, end: int) -> list[Object] | None:
    at = index + (s.word(index) == "to")
    is_listed = s.word(index - 1) == ":" and bool(s.words.bases(s.word(index), "base"))
    if s.word(index) == "to" or s.words.bases(s.word(index), "gerund") or is_listed:
        return objects_plans.plan(s, at, end)
    is_thing = s.word(index - 1) == ":" or s.word(index) in ("a", "an") or s.word(index)[:1].isdigit()
    return KINDS["phrase"](s, index, end) if is_thing else None


def _school_any(s: Sentence, index: int, end: int) -> list[Object] | None:
    stop = name_run(s, index, 6)
    return [Object(index, stop, "entity")] if stop > index else objects_world.school(s, index, end)


def _is_told_of(s: Sentence, at: int) -> bool:
    """Whether a participle and a preposition follow "is". The clause then describes the thing and gives no value ("my
    favourite author was born in …", "my startup is based in …")."""
    is_told = bool(s.words.bases(s.low[at], "participle")) or s.low[at] in _TOLD
    return is_told and s.word(at + 1) in s.words["prepositions"]


def _is_degree_in(s: Sentence, predicate: str, at: int, end: int) -> bool:
    """Whether a field of study follows "in": "my degree is in philosophy"."""
    return predicate == "studies" and s.low[at] == "in" and at + 1 < end


def value_of(s: Sentence, predicate: str, index: int, end: int) -> list[Object]:
    """The objects of a predicate that begin at `index`, after "is"; empty if there are none."""
    kind = _KIND[predicate]
    at = index
    while at < end and s.low[at] in _VALUE_OF_WORDS:
        at += 1
    if at >= end:
        return []
    if kind == "goal":
        return _goal(s, at, end) or []
    if kind == "school_any":
        return _school_any(s, at, end) or []
    if (kind in ("born_date", "place") and s.word(at) in ("on", "in", "near")) or _is_degree_in(s, predicate, at, end):
        at += 1
    if kind == "job_any":
        at = skip_determiners(s, at, end)
        if (
            s.word(at) in _VALUE_OF_WORDS_3
            or at >= end
            or (s.low[at] in s.words["feelings"])
            or s.words.bases(s.low[at], "gerund")
            or s.low[at] in _VALUE_OF_WORDS_4
        ):
            return []
    if kind in ("taste", "phrase", "project", "org_any") and (s.low[at] in _VALUE_OF_WORDS_2 or _is_told_of(s, at)):
        return []
    if predicate in _SPLIT:
        return listed(s, at, end, lambda place: next(iter(KINDS[kind](s, place, end) or []), None))
    found = KINDS[kind](s, at, end) or []
    if predicate == "owns" and found and s.low[at] in ("the",):
        return []
    return found[:1]


def modality_of(predicate: str) -> str:
    return _MODALITY.get(predicate, "state")


def relation_reversed(s: Sentence, index: int, end: int) -> tuple[str, str, int] | None:
    """The relation that stands after "X is" ("my brother", "a good friend of mine", "one of my coworkers"). Three
    values: its predicate; its noun; and the token behind all of these words. None if there is none."""
    at = index
    while at < end and s.low[at] in ("also", "actually", "not", "still"):
        at += 1
    if s.word(at) in ("my", "our"):
        found = relation_at(s, at + 1)
        is_shouted = found is not None and found[3] == at + 2 and s.surface(at + 1, at + 2).isupper()  # "my GOAT"
        if (
            found
            and not is_shouted
            and (
                found[3] >= end
                or (s.low[found[3]] != "'s" and not s.low[found[3]].isalpha())
                or s.word(found[3]) in _RELATION_REVERSED_WORDS
            )
        ):
            return found[0], found[1], found[3]
        return None
    if s.starts_with(at, ("one", "of", "my")):
        found = relation_at(s, at + 3)
        return (found[0], found[1], found[3]) if found else None
    if s.word(at) in ("a", "an"):
        found = relation_at(s, at + 1)
        if found and s.word(found[3]) == "of" and s.word(found[3] + 1) in ("mine", "ours"):
            return found[0], found[1], found[3] + 2
        is_closed = found is not None and (found[3] >= end or s.low[found[3]] in (",", ".", "!", "and"))
        if found and is_closed and found[0] in ("friend_is", "colleague_is"):
            return found[0], found[1], found[3]
    found = relation_at(s, at)
    if found and s.word(found[3]) == "of" and s.word(found[3] + 1) in ("mine", "ours"):
        return found[0], found[1], found[3] + 2
    return None


def relation_value(s: Sentence, index: int, end: int) -> list[Object]:
    """The names after "my sister is"; empty if something else follows."""
    at = index
    if s.word(at - 1) in ("first", "last"):
        return []  # "my son's first Christmas"
    named = s.word(at) in ("called", "named")
    at += named
    stop = name_run(s, at, 3)
    if (
        stop > at
        and s.low[at] not in s.words["traits"] | s.words["languages"] | s.words["diets"]
        and (named or stop >= end or s.has_pause(stop) or s.low[stop] in (",", "and", "but"))
    ):
        following = s.word(stop)
        if following in ("and", ",") and s.is_name(min(stop + 1, len(s) - 1)) and stop + 1 < end:
            return [Object(at, stop, "entity"), *relation_value(s, stop + 1, end)]
        return [Object(at, stop, "entity")]
    if named and s.is_low and at < end and s.low[at].isalpha():
        return [Object(at, at + 1, "entity")]
    return []


def named_before(s: Sentence, subject: Subject) -> list[tuple[str, tuple[int, int]]]:
    """The name joined before a subject, for which the same claim holds ("Gunnar" in "Gunnar and Liv are
    friends of mine"); empty if there is none."""
    at = subject.first
    if s.word(at - 1) != "and" or at < 2 or not s.is_name(at - 2):
        return []
    first = at - 2
    while first > 0 and name_run(s, first - 1) >= at - 1:
        first -= 1
    return [(s.surface(first, at - 1), s.span(first, at - 1))]
