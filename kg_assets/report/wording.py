"""Words dates, names and claims for a person. A date is no more exact than the words that named it; a name has no
characters that a page cannot show. The template of the page, not this module, escapes HTML."""

import re
from collections.abc import Mapping
from datetime import datetime, tzinfo
from typing import Any

from kg_assets.claims.saying import relation_said, value_said
from kg_assets.core.instants import NO_INSTANT
from kg_assets.core.when import moment_text, span_text

# The names of months are in the language of the page; the machine's locale must not change a byte.
MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
)  # fmt: skip
_DAY = re.compile(r"([0-9]{4})-([0-9]{2})-([0-9]{2})(?: .*)?", re.ASCII)
_MONTH = re.compile(r"([0-9]{4})-([0-9]{2})", re.ASCII)
# Characters that a browser takes for the end of a text or shows as nothing. Tabs and line ends are not among them.
_UNSHOWABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufdd0-\ufdef\ufffe\uffff]")
_WEEK = re.compile(r"([0-9]{4})-W([0-9]{2})", re.ASCII)
_CLOSED = ("superseded", "negated")


def shown(text: str) -> str:
    """A person's text, with characters that a page cannot show replaced."""
    return _UNSHOWABLE.sub("\N{REPLACEMENT CHARACTER}", text)


def name_text(name: str | None, longest: int) -> str:
    """A name or value in one line, cut if it is longer than `longest`."""
    line = " ".join(shown(value_said(name or "")).split())
    line = "You" if line == "SELF" else line
    return line if len(line) <= longest else f"{line[: longest - 1].rstrip()}…"


def relation_text(predicate: str, polarity: str, is_plan: bool) -> str:
    """A relation in words. A denial is worded as such; a plan begins with "planned:"."""
    relation = relation_said(predicate, polarity)
    return f"{'planned: ' if is_plan and not relation.startswith(('plan', 'does not plan')) else ''}{relation}"


def month_name(key: str) -> str:
    """The name of a month: March 2025 for 2025-03."""
    return f"{MONTHS[int(key[5:7]) - 1]} {key[:4]}"


def short_month(key: str) -> str:
    """The short name of a month: Mar 2025 for 2025-03."""
    return f"{MONTHS[int(key[5:7]) - 1][:3]} {key[:4]}"


def month_runs(keys: list[str]) -> str:
    """A list of months as text, consecutive ones joined: Sep–Nov 2024, Apr 2025."""
    runs: list[list[str]] = []
    for key in sorted(keys):
        if runs and _number(key) == _number(runs[-1][-1]) + 1:
            runs[-1].append(key)
        else:
            runs.append([key])
    return ", ".join(_run_text(run[0], run[-1]) for run in runs)


def _run_text(first: str, last: str) -> str:
    if first == last:
        return short_month(first)
    if first[:4] == last[:4]:
        return f"{short_month(first)[:3]}–{short_month(last)}"
    return f"{short_month(first)} – {short_month(last)}"


def _number(key: str) -> int:
    return int(key[:4]) * 12 + int(key[5:7])


def day_text(instant: str | None, zone: tzinfo) -> str:
    """The day of an instant; "one day" if it happened at an unknown time, "undated" if there is no instant."""
    if instant == NO_INSTANT:
        return "one day"
    return written_out(moment_text(instant, "day", zone)) if instant else "undated"


def exact_text(instant: str, precision: str | None, zone: tzinfo) -> str:
    """An instant as exact as the words that named it (by day if `precision` is None)."""
    return written_out(moment_text(instant, precision or "day", zone))


def written_out(text: str) -> str:
    """A date written out: 3 April 2025 for 2025-04-03 (also with a time of that day), April 2025 for 2025-04,
    week 19 of 2024 for 2024-W19. Years and quarters stay as they are."""
    day, month, week = _DAY.fullmatch(text), _MONTH.fullmatch(text), _WEEK.fullmatch(text)
    if day:
        return f"{int(day[3])} {MONTHS[int(day[2]) - 1]} {day[1]}"
    if week:
        return f"week {int(week[2])} of {week[1]}"
    return f"{MONTHS[int(month[2]) - 1]} {month[1]}" if month else text


def when_text(row: Mapping[str, Any], zone: tzinfo) -> str:
    """The time at which a claim was true: since, until, or from and to. If it has neither, when it was said."""
    if row["valid_from_utc"] is None and row["valid_to_utc"] is None:
        return f"said {day_text(row['said_at_utc'], zone)}"
    grains = {name: row[name] or "day" for name in ("valid_from_precision", "valid_to_precision")}
    first, *rest = span_text({**row, **grains}, False, zone).split(" – ")
    lead = next((word for word in ("since ", "until ") if first.startswith(word)), "")
    return " – ".join(dict.fromkeys([f"{lead}{written_out(first.removeprefix(lead))}", *map(written_out, rest)]))


def month_of(instant: str, zone: tzinfo) -> str:
    """The month of an instant as a key like 2025-03."""
    return datetime.fromisoformat(instant).astimezone(zone).strftime("%Y-%m")
