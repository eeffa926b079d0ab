"""The months of the report: for each what was talked about in it, and what held then."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from kg_assets.core.counting import counted
from kg_assets.report.asking import Row
from kg_assets.report.content import Item, Month
from kg_assets.report.evidence import Evidence, places_of
from kg_assets.report.settings import ReportSettings
from kg_assets.report.stories import Stories
from kg_assets.report.threads import SHOWN_AS
from kg_assets.report.wording import month_name, name_text, relation_text

_NOTHING: Row = {"messages": 0, "written": 0, "conversations": 0}
# The order of categories in a month. Things that begin or end in the month come before all of them.
_FIRST = ("work", "education", "place", "activity", "state", "plan")


@dataclass(frozen=True, slots=True)
class Holding:
    """A line of the report for something that held, with the first and the last month in which it is listed."""

    first: str
    last: str
    order: tuple[int, str, str]
    item: Item


def months_of(
    counted: Sequence[Row], spoken: Iterable[Row], held: Sequence[Holding], evidence: Evidence, settings: ReportSettings
) -> tuple[Month, ...]:
    """Every month from the first to the last with a message, and of months without any those of a silence that is not
    too long."""
    by_month = {row["month"]: row for row in counted}
    named: dict[str, list[Row]] = defaultdict(list)
    for row in spoken:
        named[row["month"]].append(row)
    return tuple(
        _month(by_month.get(key, {"month": key, **_NOTHING}), named[key], held, evidence, settings)
        for key in all_months(counted, settings.silent_months)
    )


def all_months(counted: Sequence[Row], most_silent: int) -> list[str]:
    """The keys (such as 2025-03) of the counted months, in order, and of those between two of them if they are at most
    so many."""
    numbers: list[int] = []
    for row in counted:
        number = _number(row["month"])
        silent = range(numbers[-1] + 1, number) if numbers else range(0)
        numbers += [*(silent if len(silent) <= most_silent else ()), number]
    return [f"{number // 12:04d}-{number % 12 + 1:02d}" for number in numbers]


def _number(month: str) -> int:
    return int(month[:4]) * 12 + int(month[5:7]) - 1


def holdings_of(stories: Stories, focal: str, shown_as: Mapping[str, str], settings: ReportSettings) -> list[Holding]:
    """What held for the person, month by month: every stretch of a matter that has messages and a beginning, and every
    plan while it was open.

    `shown_as` maps a thing in lower case to the kind under which the months list it.
    """
    found = [
        _held(row, stories.doubts(told), shown_as.get(thing, ""), stories, settings)
        for (who, _, thing), told in stories.all.items()
        if who == focal
        for row in told.stretches
        if row["first_utc"] and row["messages"]
    ]
    return found + [_planned(plan, stories, settings) for plan in stories.plans_of(focal)]


def _held(row: Row, doubts: Sequence[str], kind: str, stories: Stories, settings: ReportSettings) -> Holding:
    first, last = stories.months_of(row)
    relation = relation_text(row["matter"], "positive", False)
    note = " · ".join([relation, stories.stretch_text(row), *doubts])
    places = [*(places_of([row["begun_at"]]) if row["since_utc"] else []), *places_of(row["places"])]
    item = Item(name_text(row["object"], settings.longest_name), note, tuple(places[:1]), 0, kind)
    return Holding(first, last, (_rank(row["category"]), row["first_utc"], f"{item.name} {row['matter']}"), item)


def _planned(plan: Row, stories: Stories, settings: ReportSettings) -> Holding:
    first, last = stories.months_of_plan(plan)
    note = f"{relation_text(plan['predicate'], 'positive', True)} · {stories.plan_line(plan)}"
    name = name_text(plan["object"], settings.longest_name)
    item = Item(name, note, tuple(places_of(plan["places"])[:1]), 0, "plan")
    return Holding(first, last, (_rank("plan"), plan["said_utc"], f"{name} {plan['predicate']}"), item)


def _rank(category: str) -> int:
    return _FIRST.index(category) if category in _FIRST else len(_FIRST)


def _month(
    counted: Row, spoken: Sequence[Row], held: Sequence[Holding], evidence: Evidence, settings: ReportSettings
) -> Month:
    key = counted["month"]
    spoken_items = [_spoken(row, key, evidence, settings) for row in spoken[: settings.items_per_month]]
    holding = sorted(
        (one for one in held if one.first <= key <= one.last),
        key=lambda one: (key not in (one.first, one.last), one.order),
    )
    return Month(
        key=key,
        name=month_name(key),
        messages=counted["messages"],
        written=counted["written"],
        conversations=counted["conversations"],
        names=tuple(item.name for item in spoken_items[: settings.names_per_month]),
        spoken=tuple(spoken_items),
        spoken_more=len(spoken) - len(spoken_items),
        valid=tuple(one.item for one in holding[: settings.items_per_month]),
        valid_more=max(len(holding) - settings.items_per_month, 0),
    )


def _spoken(row: Row, month: str, evidence: Evidence, settings: ReportSettings) -> Item:
    thing = (row["member_node_type"], row["member_source_id"])
    places, more = evidence.in_month(thing, month, row["messages"], row["first_message_id"])
    note = counted(row["messages"], "message")
    return Item(name_text(row["what"], settings.longest_name), note, places, more, SHOWN_AS.get(row["category"], ""))
