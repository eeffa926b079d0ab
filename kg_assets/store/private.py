"""What a person marked as private, and which published file readers elsewhere may open (D72-157).

How sources are cut belongs to `kg_assets.sources.withholding`, making the build without private content to
`kg_assets.intake`.
"""

from dataclasses import dataclass

from kg_assets.core.errors import QueryError
from kg_assets.core.visibility import VISIBILITY
from kg_assets.store.builds import Builds
from kg_assets.store.decisions import MADE_PRIVATE, MadePrivate, Visibility, undone_positions
from kg_assets.store.home import Home
from kg_assets.store.ledger import Ledger
from kg_assets.store.publish import current
from kg_assets.store.registry import open_ledger


@dataclass(frozen=True, slots=True)
class Mark:
    """A privacy mark (the person's decision who may see something) that holds, and its position in the ledger."""

    given: MadePrivate
    position: int


def most_restrictive(*classes: Visibility) -> Visibility:
    """The strictest of these classes: what is made of several things is as private as the most private of
    them."""
    return max(classes, key=VISIBILITY.index)


def standing_marks(ledger: Ledger) -> list[Mark]:
    """The last privacy mark on each thing, without undone marks, in the order of the ledger."""
    entries = ledger.entries([MADE_PRIVATE, "decision_undone"])
    gone = undone_positions([{**e.body, "position": e.position} for e in entries if e.kind != MADE_PRIVATE])
    last: dict[tuple[str, str], Mark] = {}
    for entry in entries:
        if entry.kind == MADE_PRIVATE and entry.position not in gone:
            mark = Mark(MadePrivate.model_validate(entry.body), entry.position)
            last[mark.given.target, mark.given.key] = mark
    return sorted(last.values(), key=lambda mark: mark.position)


def at_least(least: Visibility) -> tuple[str, ...]:
    """The visibility class `least` and all stricter ones."""
    return VISIBILITY[VISIBILITY.index(least) :]


def withheld(ledger: Ledger, least: Visibility) -> list[Mark]:
    """The standing marks that are at least as strict as `least`."""
    return [mark for mark in standing_marks(ledger) if mark.given.visibility in at_least(least)]


def seen_elsewhere(home: Home) -> Home:
    """The home that readers elsewhere may open. An error if something is private and no build without it has
    been made yet."""
    marks = withheld(open_ledger(home), "local_only") if home.ledger.is_dir() else []
    if not marks:
        return home
    elsewhere = home.elsewhere()
    shown = current(elsewhere)
    request = Builds(elsewhere).request(shown.ref.build) if shown is not None else None
    if request is None or request["marks_position"] < max(mark.position for mark in marks):
        raise QueryError(
            "something is marked private, and no build without it is there yet; until `annals build` has made one, "
            "nothing is told to agents and nothing exported"
        )
    return elsewhere
