"""Finds what a clause denies right after a statement: "a Honda, not a Yamaha", "at Shell, not at BP"."""

from collections.abc import Iterator

from kg_assets.claims.parsed.frames import Frame
from kg_assets.claims.parsed.words import words
from kg_assets.language.phrases import bare
from kg_assets.language.sentence import Sentence

Tokens = tuple[int, ...]
_PAUSES = frozenset({",", "-", "–", "—", "(", "and"})
_OF_THINGS = ("DET", "ADJ", "NOUN", "PROPN", "NUM", "ADP")
_NAMING = ("NOUN", "PROPN", "NUM")
_OBJECTS = ("direct", "prepositional", "subject_of")


def set_against(s: Sentence, tokens: Tokens, frame: Frame, timed: frozenset[int]) -> Iterator[Tokens]:
    """The tokens of the thing that a "not" right behind the object of a positive claim denies: "Yamaha" in "a Honda,
    not a Yamaha".

    Whether the thing is of the sort that the frame takes is not checked: the parser seldom knows the sort of a word
    that depends on no verb.
    """
    if not tokens or frame.predicate in words("of_verbs") or frame.object not in _OBJECTS:
        return
    at = tokens[-1] + 1
    while at < len(s) and (s.low[at] in _PAUSES or at in timed):
        at += 1
    if at >= len(s) or at == tokens[-1] + 1 or s.low[at] != "not":
        return
    end = at + 1
    while end < len(s) and s.pos[end] in _OF_THINGS and end not in timed:
        end += 1
    denied = bare(s, [token for token in range(at + 1, end) if s.low[token] not in frame.prep], timed)
    is_thing = any(s.pos[token] in _NAMING for token in denied)
    if is_thing and s.low[denied[-1]] not in words("empty_objects"):
        yield denied
