"""Readers for objects of body and mind: what somebody finds hard, does not eat, or finds interesting."""

from collections.abc import Callable

from kg_assets.claims.reading.lexicon import word_list
from kg_assets.claims.reading.model import Object
from kg_assets.claims.reading.objects_plans import Found, is_task, vp
from kg_assets.claims.reading.phrases import is_gerund, noun_phrase
from kg_assets.claims.reading.sentence import Sentence

BODY_NEGATORS = word_list("objects_body", "body_negators")
_TASKS = word_list("objects_body", "tasks")
_INTERESTING = word_list("objects_body", "interesting")
_FOODS = word_list("objects_choices", "foods")
_NO_FOOD = word_list("objects_body", "no_food")


def vp_hard(s: Sentence, index: int, end: int) -> Found:
    """What is hard for somebody to do, as a verb phrase. Work on code or text does not count, since people ask the
    assistant for it."""
    found = vp(s, index, end)
    if not found or is_task(s, found[0].first, found[0].last, frozenset()) or s.low[found[0].first] in _TASKS:
        return None
    return found[:1]


def bare_verb(s: Sentence, index: int, end: int) -> Found:
    """The verb right before `index`, if only a time or a pause follows it: "sleep" in "I can't sleep"."""
    if index < end and not (s.has_pause(index) or s.begins_time(index, end) or s.low[index] in s.words["stops"]):
        return None
    return [Object(index - 1, index)]


def found_interesting(s: Sentence, index: int, end: int) -> Found:
    """What somebody finds interesting: "mycology" in "find mycology fascinating"."""
    bounds = noun_phrase(s, index, end)
    if bounds is None or bounds[1] - bounds[0] < 2 or s.low[index] in ("the", "this", "that", "a", "an", "your"):
        return None
    stop = bounds[1] - 1
    if s.low[stop] not in _INTERESTING:
        return None
    while stop > bounds[0] + 1 and s.low[stop - 1] in s.words["adverbs"]:
        stop -= 1
    return [Object(bounds[0], stop)]


def food_avoided(s: Sentence, index: int, end: int) -> Found:
    """A food that is not eaten: a negation must stand before the verb."""
    negated = BODY_NEGATORS & set(s.low[max(0, index - 4) : index])
    if not negated or is_gerund(s, index):
        return None
    found = noun_phrase(s, index, end, frozenset({"of"}))
    if found is None or set(s.low[found[0] : found[1]]) & _NO_FOOD:
        return None
    return [Object(*found)]


def food_untouched(s: Sentence, index: int, end: int) -> Found:
    """A food of the list `foods` that somebody does not touch. Other things do not count, nor what is asked for behind
    a comma: "I can't have gluten, pasta for tonight?"."""
    found = food_avoided(s, index, end)
    if not found:
        return None
    first, last = found[0].first, found[0].last
    last = s.low.index(",", first, last) if "," in s.low[first:last] else last
    return [Object(first, last)] if s.low[last - 1] in _FOODS else None


KINDS: dict[str, Callable[[Sentence, int, int], Found]] = {
    "vp_hard": vp_hard,
    "bare_verb": bare_verb,
    "found_interesting": found_interesting,
    "food_avoided": food_avoided,
    "food_untouched": food_untouched,
}
