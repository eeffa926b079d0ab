"""Reads claims in which the person is the object of the verb: "Astronomy fascinates me", "public speaking is hard for
me"."""

from kg_assets.claims.reading.frames import KINDS, Frame, Match, registry
from kg_assets.claims.reading.lexicon import word_list
from kg_assets.claims.reading.phrases import is_gerund
from kg_assets.claims.reading.sentence import Sentence

_INTERESTS = word_list("experience", "interests")
_ANNOYS = word_list("experience", "annoys")
_SCARES = word_list("experience", "scares")
_HARD = word_list("experience", "hard")
_BEFORE = word_list("experience", "before")


def experienced(s: Sentence, first: int, last: int) -> tuple[Match, bool] | None:
    """Two values for a sentence in which something affects "me": the match ("maps fascinate me" gives `interested_in`);
    and whether the sentence denies it. None for other sentences."""
    for at in range(first + 2, last):
        if s.low[at] != "me":
            continue
        found = _verb_of_feeling(s, at) or _hardship(s, at)
        if found is None:
            continue
        frame, stop, is_negative = found
        start = _topic_start(s, first, stop)
        if start is None:
            continue
        objects = KINDS[frame.object](s, start, stop)
        if objects and objects[0].last == stop:
            return Match(frame, objects[:1], start), is_negative
    return None


def _frame(verb: str, name: str) -> Frame:
    return next(frame for frame in registry()[verb] if frame.id == name)


def _verb_of_feeling(s: Sentence, at: int) -> tuple[Frame, int, bool] | None:
    """Three values for a verb of feeling before "me" ("fascinates me", "has always annoyed me", "doesn't interest me"):
    its frame; the token at which the topic ends, which is what causes the feeling; and whether the feeling is
    denied."""
    verb = s.low[at - 1]
    lemmas = s.words.bases(verb, "third", "base", "past", "participle")
    lemma = lemmas[0] if lemmas else ""
    if lemma in _INTERESTS:
        frame = _frame("be", "be.interested")
    elif lemma in _ANNOYS:
        frame = _frame("dislike", "dislike")
    elif lemma in _SCARES:
        frame = _frame("struggle", "struggle.with")
    else:
        return None
    stop = at - 1
    is_negative = False
    while stop > 0 and (s.low[stop - 1] in _BEFORE or s.low[stop - 1] in s.words["adverbs"] | s.words["negators"]):
        is_negative |= s.low[stop - 1] in s.words["negators"]
        stop -= 1
    return frame, stop, is_negative


def _hardship(s: Sentence, at: int) -> tuple[Frame, int, bool] | None:
    """Three values for words like "is hard for me" and "has always been a struggle for me": the frame; the token at
    which the topic ends, which is what is hard; and False, since nothing is denied."""
    if s.low[at - 1] not in ("for", "to") or s.low[at - 2] not in _HARD:
        return None
    stop = at - 2
    while stop > 0 and (s.low[stop - 1] in s.words["adverbs"] or s.low[stop - 1] in ("a", "an", "real", "huge", "big")):
        stop -= 1
    verb = stop
    while stop > 0 and s.low[stop - 1] in s.words["be"] | s.words["have"] | {"'s"} | s.words["adverbs"]:
        stop -= 1
    return (_frame("struggle", "struggle.with"), stop, False) if stop < verb else None


def _topic_start(s: Sentence, first: int, stop: int) -> int | None:
    """The token at which the topic begins: behind the last pause and words like "but" or "really". None if there are no
    words, if there are more than six, or if they cannot be a topic ("that", "she", "my brother")."""
    start = stop
    while start > first and s.low[start - 1] != "," and not s.has_pause(start - 1):
        start -= 1
    while start < stop and s.low[start] in s.words["adverbs"] | {"and", "but", "so", "because", "since"}:
        start += 1
    if (
        start >= stop
        or stop - start > 6
        or s.low[start] in s.words["pointing"] | {"he", "she", "they", "who", "i", "we"}
    ):
        return None
    is_own = s.low[start] in ("my", "your", "his", "her") and not is_gerund(s, start)
    return None if is_own else start
