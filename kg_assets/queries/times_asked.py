"""Finds the time that a question names, such as "in 2022" or "before last summer"."""

import dataclasses
from dataclasses import dataclass
from functools import cache

from kg_assets.core.config import Config
from kg_assets.core.data import data_path
from kg_assets.core.instants import NO_INSTANT, from_millis, to_millis
from kg_assets.mentions.times.engine import TimeEngine
from kg_assets.mentions.times.model import TimeMention, TimeSettings
from kg_assets.search.asked import ASKED_FILE, read_asked

# Before everything that anybody tells.
_EARLIEST = "0001-01-01T00:00:00.000Z"
_SHORT = ("second", "minute", "hour", "part_of_day", "day")


@dataclass(frozen=True, slots=True)
class AskedTime:
    """The time that a question names: its words, its beginning, and the moment at which it is over."""

    words: str
    since: str
    until: str

    @property
    def last(self) -> str:
        """The last moment that belongs to it."""
        return from_millis(to_millis(self.until) - 1)

    def contains(self, instant: str | None) -> bool:
        """Whether something that began at this instant, which nobody may know, began within it."""
        return instant is not None and self.since <= instant < self.until


def looking_back(config: Config) -> TimeEngine:
    """The reader of times that builds use, except that a time without a direction is a past one: questions and
    corrections look back."""
    time = config.section("time")
    return _engine(TimeSettings(time.anchor_timezone, time.date_order, time.languages, time.default_direction))


@cache
def _engine(times: TimeSettings) -> TimeEngine:
    return TimeEngine(dataclasses.replace(times, default_direction="past"))


def time_asked(question: str, reader: TimeEngine, now: str) -> tuple[AskedTime | None, str]:
    """The first past time in a question, counted from `now`, and the question without it; or None and the question."""
    for found in reader.find(question, now, now != NO_INSTANT):
        if (asked := _span(question, found, now)) is not None:
            start = found.char_end - len(asked.words)
            return asked, f"{question[:start]} {question[found.char_end :]}"
    return None, question


def _span(question: str, found: TimeMention, now: str) -> AskedTime | None:
    """What words of time mean with the word in front of them: "before 2020" ends where 2020 begins."""
    since, until = found.valid_from_utc, found.valid_to_utc
    if since is None or until is None or (now != NO_INSTANT and since >= now):
        return None
    if found.granularity in _SHORT and since <= now < until:
        return None  # "today" asks of what holds now
    file = read_asked(data_path(ASKED_FILE))
    before = question[: found.char_start].split()
    word = before[-1].lower() if before else ""
    start = found.char_start
    if word in file.until_then | file.from_then:
        start = question.lower().rindex(word, 0, found.char_start)
        since, until = (_EARLIEST, since) if word in file.until_then else (since, max(now, until))
    until = until if now == NO_INSTANT else min(until, now)
    return AskedTime(question[start : found.char_end], since, until)
