"""Finds the time that a question names, such as "in 2022" or "before last summer"."""

import dataclasses
import re
from dataclasses import dataclass
from functools import cache

from kg_assets.core.config import Config
from kg_assets.core.data import data_path
from kg_assets.core.instants import NO_INSTANT, from_millis, to_millis
from kg_assets.mentions.times.engine import TimeEngine
from kg_assets.mentions.times.model import TimeMention, TimeSettings
from kg_assets.search.asked import ASKED_FILE, read_asked

# A moment before everything that anybody speaks of.
_EARLIEST = "0001-01-01T00:00:00.000Z"
_RANGE = "range"
_SHORT = ("second", "minute", "hour", "part_of_day", "day")


@dataclass(frozen=True, slots=True)
class AskedTime:
    """The time that a question names: its words, its first moment (`since`), and the moment at which it is over
    (`until`)."""

    words: str
    since: str
    until: str

    @property
    def last(self) -> str:
        """The last moment of the time: a millisecond before `until`."""
        return from_millis(to_millis(self.until) - 1)

    def contains(self, instant: str | None) -> bool:
        """Whether this instant is within the time. An unknown instant (None) is not."""
        return instant is not None and self.since <= instant < self.until


def looking_back(config: Config) -> TimeEngine:
    """The reader of times that builds use, with one difference: a time without a direction ("in May") is taken as past,
    since questions and corrections look back."""
    time = config.section("time")
    return _engine(TimeSettings(time.anchor_timezone, time.date_order, time.languages, time.default_direction))


@cache
def _engine(times: TimeSettings) -> TimeEngine:
    return TimeEngine(dataclasses.replace(times, default_direction="past"))


def time_asked(question: str, reader: TimeEngine, now: str) -> tuple[AskedTime | None, str]:
    """The past time that a question names, counted from `now`, and the rest of the question without the time; or None
    and the whole question. If it names two times ("after 2021 until 2023"), what they have in common counts."""
    asked: AskedTime | None = None
    rest, end = "", 0
    for found in reader.find(question, now, now != NO_INSTANT):
        one = _span(question, found, now)
        both = one if asked is None else one and _common(asked, one)
        if both is None:
            continue
        asked = both
        rest += question[end : found.char_end - len(one.words if one else "")] + " "
        end = found.char_end
    return asked, rest + question[end:]


def _common(first: AskedTime, second: AskedTime) -> AskedTime | None:
    """The time that is within both times, named by the words of both. None if they have no moment in common."""
    since, until = max(first.since, second.since), min(first.until, second.until)
    return AskedTime(f"{first.words} {second.words}", since, until) if since < until else None


def _span(question: str, found: TimeMention, now: str) -> AskedTime | None:
    """The time that words mean together with a word before them: "before 2020" ends where 2020 begins, and "after 2020"
    begins where 2020 ends. None for the future, and for a short time that includes `now` ("today")."""
    since, until = found.valid_from_utc, found.valid_to_utc
    if since is None or until is None or (now != NO_INSTANT and since >= now):
        return None
    if found.granularity in _SHORT and since <= now < until:
        return None  # "today" asks of what holds now
    file = read_asked(data_path(ASKED_FILE))
    latest = until if now == NO_INSTANT else now
    ends = {"before_then": (_EARLIEST, since), "until_then": (_EARLIEST, until),
            "from_then": (since, latest), "after_then": (until, latest)}  # fmt: skip
    start = found.char_start
    for name, span in ends.items() if found.granularity != _RANGE else ():  # "after 2021 until 2023"
        before = re.search(rf"\b(?:{'|'.join(getattr(file, name))})\s*$", question[:start], re.I)
        if before is not None:
            start, (since, until) = before.start(), span
            break
    until = min(until, latest)
    return AskedTime(question[start : found.char_end], since, until) if since < until else None
