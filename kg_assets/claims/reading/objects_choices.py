"""Readers for objects of a choice (chosen over another, decided against, avoided, feared), and for things that somebody
owns, traits, and works in progress."""

import re
from collections.abc import Callable

from kg_assets.claims.reading.lexicon import word_list
from kg_assets.claims.reading.model import Object
from kg_assets.claims.reading.objects_acts import phrase
from kg_assets.claims.reading.objects_body import BODY_NEGATORS
from kg_assets.claims.reading.objects_plans import Found
from kg_assets.claims.reading.objects_tastes import problem, taste
from kg_assets.claims.reading.objects_things import entity, thing_any, tool_sure
from kg_assets.claims.reading.phrases import entity_phrase, gerund_phrase, is_gerund, noun_phrase
from kg_assets.claims.reading.sentence import Sentence

_FOODS = word_list("objects_choices", "foods")
_FEARED = word_list("objects_choices", "feared")
_TEMPERS = word_list("objects_choices", "tempers")
_IN_PROGRESS = word_list("objects_choices", "in_progress")
_TYPE = re.compile(r"[ie][ns][ft][jp](?:-[at])?", re.ASCII)


def chosen_over(s: Sentence, index: int, end: int) -> Found:
    """What somebody chose: "trains" in "choose trains over planes". What was not chosen goes into the notes."""
    found = noun_phrase(s, index, end, frozenset({"of"}))
    if found is None or s.word(found[1]) != "over" or found[1] + 1 >= end:
        return None
    other = noun_phrase(s, found[1] + 1, end)
    return [Object(*found, "string", None, None, (("preferred_over", s.surface(*other)),))] if other else None


def switched_to(s: Sentence, index: int, end: int) -> Found:
    """Both tools in "to Slack from Teams": the new one, and the old one as a negated object (its claim is a denial)."""
    new = tool_sure(s, index, end)
    if not new:
        return None
    at = new[0].last
    old = entity_phrase(s, at + 1, end) if s.word(at) == "from" and at + 1 < end else None
    return [*new, Object(*old, "entity", None, None, (), True)] if old and entity(s, at + 1, end) else new


def against(s: Sentence, index: int, end: int) -> Found:
    """What somebody decided against, as a negated object (the claim is a denial): "moving" in "decided
    against moving"."""
    if is_gerund(s, index):
        bounds = gerund_phrase(s, index, end)
        return [Object(*bounds)._replace(is_negated=True)] if bounds else None
    found = phrase(s, index, end)
    return [found[0]._replace(is_negated=True)] if found else None


def avoided(s: Sentence, index: int, end: int) -> Found:
    """A food that somebody avoids, as a negated object: the claim denies that they eat it."""
    found = noun_phrase(s, index, end, frozenset())
    if found is None or s.low[found[1] - 1] not in _FOODS:
        return None
    return [Object(*found)._replace(is_negated=True)]


def taste_negated(s: Sentence, index: int, end: int) -> Found:
    """What somebody does not care for: "opera" in "don't care for opera". Without a negation the words mean something
    else."""
    return taste(s, index, end) if BODY_NEGATORS & set(s.low[max(0, index - 5) : index]) else None


def fear(s: Sentence, index: int, end: int) -> Found:
    """What somebody is afraid of in general: "heights". One thing to come ("the operation") does not count, because
    being afraid of it is a feeling."""
    is_single = s.low[index] in ("the", "my", "our", "this", "that", "his", "her")
    found = problem(s, index, end)
    if not found or (is_single and s.low[found[0].last - 1] not in _FEARED):
        return None
    return found


def thing_mine(s: Sentence, index: int, end: int) -> Found:
    """A possession with "my" or "our" before it, or with "the" after "of"."""
    is_mine = s.low[index] in ("my", "our") or (s.low[index] == "the" and s.word(index - 1) == "of")
    return thing_any(s, index, end) if is_mine else None


def trait_had(s: Sentence, index: int, end: int) -> Found:
    """A trait that somebody has by nature: "a short temper", "a good memory"."""
    found = noun_phrase(s, index, end, frozenset({"of"}))
    if found is None or found[1] - found[0] < 2:
        return None
    words = s.low[found[0] : found[1]]
    return [Object(*found)] if words[-1] in _TEMPERS or " ".join(words[-3:]) in _TEMPERS else None


def trait_type(s: Sentence, index: int, end: int) -> Found:
    """A personality type by its four letters: "an INFP"."""
    at = index + (s.low[index] in ("a", "an", "the"))
    return [Object(at, at + 1)] if at < end and _TYPE.fullmatch(s.low[at]) else None


def in_works(s: Sentence, index: int, end: int) -> Found:
    """A work that is in progress: "a concept album in the works"."""
    found = noun_phrase(s, index, end, frozenset({"of", "about", "on", "for"}))
    is_open = found is not None and any(s.starts_with(found[1], words.split()) for words in _IN_PROGRESS)
    return [Object(*found)] if found and is_open else None


KINDS: dict[str, Callable[[Sentence, int, int], Found]] = {
    "chosen_over": chosen_over,
    "switched_to": switched_to,
    "against": against,
    "avoided": avoided,
    "taste_negated": taste_negated,
    "fear": fear,
    "thing_mine": thing_mine,
    "trait_had": trait_had,
    "trait_type": trait_type,
    "in_works": in_works,
}
