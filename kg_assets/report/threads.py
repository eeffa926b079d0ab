"""Threads: projects, plans, problems and interests that go on through the months, each with its story."""

from collections.abc import Sequence

from kg_assets.core.counting import counted
from kg_assets.report.asking import Row
from kg_assets.report.content import Group, Item, Thread
from kg_assets.report.evidence import Evidence
from kg_assets.report.settings import ReportSettings
from kg_assets.report.stories import Stories
from kg_assets.report.wording import month_runs, name_text

# What the profiles call a task is shown with the plans, and a desire with the interests.
SHOWN_AS = {
    "project": "project", "plan": "plan", "task": "plan", "problem": "problem", "interest": "interest",
    "desire": "interest",
}  # fmt: skip
HEADINGS = {"project": "Projects", "plan": "Plans", "problem": "Problems", "interest": "Interests"}


def threads_of(
    found: Sequence[Row], evidence: Evidence, stories: Stories, focal: str, settings: ReportSettings
) -> list[Thread]:
    """The threads; those with most messages first."""
    threads = []
    for row in found:
        places, more = evidence.in_all((row["member_node_type"], row["member_source_id"]))
        by_month = {one["month"]: one["messages"] for one in row["spoken"] or ()}
        notes = [counted(row["messages"], "message")] if row["messages"] else []
        notes += [month_runs(list(by_month))] if by_month else []
        notes += _story(stories, focal, row["object_key"])
        category = SHOWN_AS[row["category"]]
        item = Item(name_text(row["name"], settings.longest_name), " · ".join(notes), places, more, category)
        threads.append(Thread(category, item, by_month))
    return threads


def _story(stories: Stories, focal: str, thing: str) -> list[str]:
    plan, told = stories.plan(focal, thing), stories.of_thing(focal, thing)
    if told is not None:
        return [stories.line(told), *stories.doubts(told)]
    return [stories.plan_line(plan)] if plan is not None else []


def by_category(threads: Sequence[Thread], most: int) -> tuple[Group, ...]:
    """The threads grouped under the heading of their category."""
    groups = []
    for category, heading in HEADINGS.items():
        items = [thread.item for thread in threads if thread.category == category]
        if items:
            groups.append(Group(heading, tuple(items[:most]), max(len(items) - most, 0)))
    return tuple(groups)
