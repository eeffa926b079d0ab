"""Finds the relatives of the writer who have died, because somebody speaks of their funeral: "my gran's funeral is on
Friday", "nanas funeral", "my dad's wake is tomorrow".

A word like "funeral" tells a death only as the head of its phrase: an uncle with a "funeral home" lives. "Wake" is more
often no funeral at all.
"""

from collections.abc import Iterator

from kg_assets.claims.parsed.people import Who, gender_of
from kg_assets.claims.parsed.words import shared, words
from kg_assets.claims.reading.model import relative_of_self
from kg_assets.language.sentence import Sentence

Tokens = tuple[int, ...]
_MINE = ("my", "our")
_CLOSE = 4  # tokens behind "the wake is" among which the day stands


def buried(s: Sentence) -> Iterator[tuple[Who, Tokens]]:
    """The relatives who have died, with the words that tell it."""
    if not (words("funerals_planned") | words("watched_or_read")).isdisjoint(s.low):
        return
    for at in range(1, len(s)):
        if s.low[at] not in words("funerals"):
            continue
        for holder in (at - 1 - (s.low[at - 1] in ("'s", "'")), at + 3):
            is_behind = holder > at
            if is_behind and not (holder < len(s) and s.low[at + 1] in ("of", "for") and s.low[at + 2] in _MINE):
                continue
            if _is_held(s, at, holder if is_behind else at):
                yield from _relative(s, holder, at)


def _relative(s: Sentence, holder: int, at: int) -> Iterator[tuple[Who, Tokens]]:
    """The relative at a token, if it is one of the writer's."""
    noun = s.low_at(holder)
    noun = noun if noun in words("those_buried") else noun.removesuffix("s")
    if noun not in words("those_buried"):
        return
    before = s.low_at(holder - 1)
    is_alone = holder == 0 or s.pos[holder - 1] not in ("NOUN", "PROPN", "PRON", "PART", "DET", "ADJ")
    is_own = before in _MINE or (is_alone and noun in words("called_without_my") | words("elders"))
    if is_own and before != "'s":
        span = (s.start[holder], s.start[holder] + len(noun))
        yield Who(relative_of_self(noun), "kin", span, noun, gender_of(noun)), (holder, at)


def _is_held(s: Sentence, at: int, last: int) -> bool:
    """Whether a noun like "funeral", whose phrase ends at `last`, is one that is held for somebody: no "funeral home",
    no "burial in Animal Crossing", and a wake only if it is on a day."""
    behind = last + 1
    if s.low[at] == "wake":
        is_on_a_day = any(_is_a_day(s, t) for t in range(behind + 1, min(len(s), behind + 1 + _CLOSE)))
        return s.low_at(behind) in ("is", "was", "'s") and is_on_a_day
    if behind >= len(s) or _is_a_day(s, behind) or s.low[behind] in words("parts_of_a_funeral"):
        return True
    if s.low[behind] == "in":
        return not _is_a_title(s, behind + 1 + (s.low_at(behind + 1) == "the"))
    return (
        s.pos[behind] not in ("NOUN", "PROPN")
        and s.tag[behind] != "VBG"
        and s.low[behind] not in words("no_funerals_behind")
    )


def _is_a_day(s: Sentence, at: int) -> bool:
    listed = shared("weekdays") | shared("months")
    return s.entity[at] in ("DATE", "TIME") or s.low[at] in listed


def _is_a_title(s: Sentence, at: int) -> bool:
    """Whether the name behind "in" is no place's. The recogniser takes names of two words, as of games, for places,
    too, so that only those of the list count."""
    if at >= len(s) or not s.word(at)[:1].isupper() or _is_a_day(s, at):
        return False
    is_long = s.word(at + 1)[:1].isupper() if at + 1 < len(s) else False
    is_listed = " ".join(s.low[at : at + 1 + is_long]) in shared("known_places")
    return not is_listed and (is_long or s.entity[at] not in ("GPE", "LOC", "FAC"))
