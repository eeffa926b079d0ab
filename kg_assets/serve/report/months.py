"""The months of the report, and what goes on through them."""

from collections.abc import Sequence
from datetime import tzinfo

from kg_assets.serve.report.asking import Row
from kg_assets.serve.report.content import Group, Item, Month, Thread
from kg_assets.serve.report.evidence import Evidence, Thing
from kg_assets.serve.report.settings import ReportSettings
from kg_assets.serve.report.wording import (
    exact_text,
    month_name,
    month_of,
    month_runs,
    name_text,
    relation_text,
    written_out,
)
from kg_assets.serve.when import end_text

# What the profiles call a task is shown with plans, and a desire with interests.
SHOWN_AS = {
    "project": "project", "plan": "plan", "task": "plan", "problem": "problem", "interest": "interest",
    "desire": "interest",
}  # fmt: skip
HEADINGS = {"project": "Projects", "plan": "Plans", "problem": "Problems", "interest": "Interests"}


def all_months(counted: Sequence[Row]) -> list[str]:
    """Every month from the first to the last in which something was said, those of silence too."""
    if not counted:
        return []
    first, last = counted[0]["month"], counted[-1]["month"]
    numbers = range(_number(first), _number(last) + 1)
    return [f"{number // 12:04d}-{number % 12 + 1:02d}" for number in numbers]


def _number(month: str) -> int:
    return int(month[:4]) * 12 + int(month[5:7]) - 1


class Holding:
    """As what each thing holds, and its beginnings and ends to the grain of the words that named them."""

    def __init__(self, told: Sequence[Row], zone: tzinfo) -> None:
        self.zone = zone
        self._told = {(row["member_node_type"], row["member_source_id"], row["at_utc"]): row for row in told}

    def relation(self, thing: Thing, since: str) -> str:
        """The relation in which it begins to hold at that moment, in words."""
        predicate = self._row(thing, since).get("predicate")
        return relation_text(predicate, "positive", False) if predicate else ""

    def text(self, thing: Thing, instant: str) -> str:
        """The moment as its words had it."""
        return exact_text(instant, self._row(thing, instant).get("precision"), self.zone)

    def span(self, thing: Thing, since: str, until: str | None, month: str) -> str:
        """From when until when it held, as its words had it; a stretch that has one name is that name."""
        start = self.text(thing, since)
        begins = "from" if month_of(since, self.zone) == month else "since"
        if until is None:
            return f"{begins} {start}"
        row = self._row(thing, until)
        end = written_out(end_text(until, row.get("precision") or "day", bool(row.get("is_closed")), self.zone))
        return start if start == end else f"{begins} {start} until {end}"

    def _row(self, thing: Thing, instant: str) -> Row:
        return self._told.get((*thing, instant), {})


def month_of_rows(
    counted: Row, mattered: Sequence[Row], evidence: Evidence, held: Holding, settings: ReportSettings
) -> Month:
    """One month: what was spoken of in it, the most first, beside what held in it."""
    spoken = [row for row in mattered if row["spoken_rank"] is not None]
    holding = sorted(
        (row for row in mattered if row["holds_here"]),
        key=lambda row: (SHOWN_AS.get(row["category"]) is None, row["since_utc"], row["what"], row["member_source_id"]),
    )
    spoken_items = [_spoken(row, counted["month"], evidence, settings) for row in spoken[: settings.items_per_month]]
    valid_items = [
        _held(row, counted["month"], evidence, held, settings) for row in holding[: settings.items_per_month]
    ]
    return Month(
        key=counted["month"],
        name=month_name(counted["month"]),
        messages=counted["messages"],
        written=counted["written"],
        conversations=counted["conversations"],
        names=tuple(item.name for item in spoken_items[: settings.names_per_month]),
        spoken=tuple(spoken_items),
        spoken_more=len(spoken) - len(spoken_items),
        valid=tuple(valid_items),
        valid_more=len(holding) - len(valid_items),
    )


def _spoken(row: Row, month: str, evidence: Evidence, settings: ReportSettings) -> Item:
    thing = (row["member_node_type"], row["member_source_id"])
    places, more = evidence.in_month(thing, month, row["messages"], row["first_message_id"])
    note = counted_text(row["messages"], "message")
    return Item(name_text(row["what"], settings.longest_name), note, places, more, SHOWN_AS.get(row["category"], ""))


def _held(row: Row, month: str, evidence: Evidence, held: Holding, settings: ReportSettings) -> Item:
    thing = (row["member_node_type"], row["member_source_id"])
    places, _ = evidence.in_month(thing, month, row["messages"], None)
    places = places or evidence.in_all(thing)[0]
    since = row["since_utc"]
    note = f"{held.relation(thing, since)} · {held.span(thing, since, row['until_utc'], month)}".removeprefix(" · ")
    return Item(name_text(row["what"], settings.longest_name), note, places[:1], 0, SHOWN_AS.get(row["category"], ""))


def threads_of(found: Sequence[Row], evidence: Evidence, held: Holding, settings: ReportSettings) -> list[Thread]:
    """What goes on through the months, what is spoken of most first."""
    threads = []
    for row in found:
        thing = (row["member_node_type"], row["member_source_id"])
        places, more = evidence.in_all(thing)
        by_month = {one["month"]: one["messages"] for one in row["spoken"] or ()}
        notes = [counted_text(row["messages"], "message")] if row["messages"] else []
        notes += [month_runs(list(by_month))] if by_month else []
        notes += [f"since {held.text(thing, row['since_utc'])}"] if row["since_utc"] else []
        notes += [f"over from {held.text(thing, row['ended_utc'])}"] if row["ended_utc"] else []
        category = SHOWN_AS[row["category"]]
        item = Item(name_text(row["name"], settings.longest_name), " · ".join(notes), places, more, category)
        threads.append(Thread(category, item, by_month))
    return threads


def by_category(threads: Sequence[Thread], most: int) -> tuple[Group, ...]:
    """The threads under the heading of their category."""
    groups = []
    for category, heading in HEADINGS.items():
        items = [thread.item for thread in threads if thread.category == category]
        if items:
            groups.append(Group(heading, tuple(items[:most]), max(len(items) - most, 0)))
    return tuple(groups)


def counted_text(number: int, noun: str) -> str:
    """1 message, 2 messages."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
