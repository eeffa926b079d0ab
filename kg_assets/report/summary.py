"""The findings of the report in three lines for a terminal: numbers, and the person's own names of things."""

from kg_assets.core.counting import counted
from kg_assets.report.content import Report
from kg_assets.report.threads import HEADINGS
from kg_assets.report.wording import month_name


def findings(report: Report) -> tuple[str, str, str]:
    """Three lines: what went on through the months, what is believed now, what changed."""
    return _threads(report), _beliefs(report), _changes(report)


def _threads(report: Report) -> str:
    numbers = {category: sum(1 for one in report.threads if one.category == category) for category in HEADINGS}
    counts = ", ".join(counted(number, category) for category, number in numbers.items())
    spoken = [thread for thread in report.threads if thread.messages]
    if not spoken:
        return f"{counts} in {counted(len(report.months), 'month')}"
    first = spoken[0]
    month = min(first.by_month, key=lambda key: (-first.by_month[key], key))
    return f"{counts}; most spoken of: {first.item.name}, above all in {month_name(month)}"


def _beliefs(report: Report) -> str:
    beliefs = sum(len(group.items) for group in report.beliefs) + report.beliefs_more
    people = len(report.people.items) + report.people.more
    places = len(report.places.items) + report.places.more
    return f"{counted(beliefs, 'belief')} now; {counted(people, 'person')}, {counted(places, 'place')}"


def _changes(report: Report) -> str:
    changes = [item for group in report.changes for item in group.items]
    conflicts = counted(len(report.conflicts) + report.conflicts_more, "open conflict")
    text = counted(len(changes) + report.changes_more, "change")
    if changes:
        newest = changes[0]
        text += f", the newest of {newest.when}: {newest.kind}, {newest.note} {newest.name}"
    return f"{text}; {conflicts}"
