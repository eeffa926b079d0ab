"""Reads claims from a contrast in the same sentence: "I'm 58, not 85", "I don't speak Dutch, just Tigrinya"."""

from kg_assets.claims.reading.frames import Match, read_objects
from kg_assets.claims.reading.lexicon import word_list
from kg_assets.claims.reading.sentence import Sentence

_BETWEEN = word_list("contrast", "between")
_INSTEAD = word_list("contrast", "instead")
# Predicates whose objects are phrases that can stand alone behind "not".
_CONTRASTED = word_list("contrast", "predicates")


def contrasted(s: Sentence, match: Match, is_negative: bool, end: int) -> Match | None:
    """The same frame with the object of a contrast: what is denied behind ", not" ("58, not 85"), or stated behind ",
    just" after a denial. None if there is no contrast."""
    at = max(found.last for found in match.objects)
    while at < end and s.low[at] in _BETWEEN:
        at += 1
    if match.frame.predicate not in _CONTRASTED or at >= end or s.low[at] not in (",", "-", "–", "—", "("):
        return None
    at += 1 + (s.word(at + 1) in ("and", "but"))
    if s.word(at) not in (_INSTEAD if is_negative else ("not",)):
        return None
    start = at + 1
    if s.word(start) == s.low[match.first] and s.low[start] in s.words["prepositions"]:
        start += 1  # "in Leeds, not in York"
    objects = read_objects(s, match.frame, start, end)
    return Match(match.frame, objects, start) if objects else None


def also_denied(s: Sentence, match: Match, end: int) -> Match | None:
    """The same frame with the object behind "nor" in a denial: "vegetarian" in "neither vegan nor vegetarian". None if
    there is none."""
    at = max(found.last for found in match.objects)
    if s.word(at) != "nor" or at + 1 >= end:
        return None
    objects = read_objects(s, match.frame, at + 1, end)
    return Match(match.frame, objects, at + 1) if objects else None
