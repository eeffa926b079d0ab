"""What the published build knows, as rows: facts at a moment, the timeline of an entity, changes, one entity,
one claim, one period.

Nothing here prints. The columns are those that a reader understands, and ids by which more can be asked.
"""

from collections.abc import Mapping, Sequence
from datetime import tzinfo
from functools import cache
from typing import Any

from kg_assets.core.data import data_path
from kg_assets.core.errors import QueryError
from kg_assets.core.when import typed_moment
from kg_assets.queries.people import by_person, concerning, facts_of, person_meant, timeline_of
from kg_assets.queries.recall import recalled
from kg_assets.store.opened import OpenWarehouse
from kg_assets.store.readonly import select

Rows = list[dict[str, Any]]

_WHAT = ("subject", "predicate", "object", "polarity", "modality")
_WHEN = ("valid_from_utc", "valid_from_precision", "valid_to_utc", "valid_to_precision")
_WHERE = ("assertion_id", "message_id", "char_start", "char_end")
_FACT = (*_WHAT, *_WHEN, "status", "basis", "said_at_utc", "confidence", "is_sure", *_WHERE)
_STEP = (*_WHAT, *_WHEN, "status", "outcome", "ended_by", "said_at_utc", "confidence", "is_sure", *_WHERE)
_CHANGE = ("axis", "at_utc", "at_precision", "kind", *_WHAT, "status_before", "status_after", *_WHERE)
_MEMBER = (
    "what", "category", "kind", "spoken_rank", "messages", "by_person", "conversations", "begins_here", "holds_here",
    "since_utc", "until_utc", "first_message_id", "last_message_id",
)  # fmt: skip
_SHORTEST_ID = 4


def facts(
    warehouse: OpenWarehouse,
    zone: tzinfo,
    valid_at: str | None = None,
    known_at: str | None = None,
    about: str | None = None,
    basis: str = "stated",
    with_unsure: bool = False,
) -> Rows:
    """What was true at `valid_at`, by what was known at `known_at`; each is the build's own moment if not
    given. Unsure facts only with `with_unsure`."""
    moments = [typed_moment(text, zone) if text else None for text in (valid_at, known_at)]
    found = facts_of(warehouse, person_meant(warehouse, about) if about else None, moments, basis)
    return _told([row for row in found if row["is_sure"] or with_unsure], _FACT)


def timeline(warehouse: OpenWarehouse, entity: str, with_unsure: bool = False) -> Rows:
    """All that is known of an entity, in the order in which it was true. Unsure claims only with
    `with_unsure`."""
    found = timeline_of(warehouse, person_meant(warehouse, entity))
    return _told([row for row in found if row["is_sure"] or with_unsure], _STEP)


def changes(warehouse: OpenWarehouse, zone: tzinfo, since: str, until: str, about: str | None = None) -> Rows:
    """What changed between two moments by sure claims, in what was known and in the world."""
    moments = [typed_moment(text, zone) for text in (since, until)]
    if moments[0] > moments[1]:
        raise QueryError(f"{since} lies after {until}; give the earlier moment first")
    found = recalled(warehouse, "FROM changes_between(?, ?)", list(moments))
    meant = person_meant(warehouse, about) if about else None
    return _told(concerning(warehouse, meant, found) if meant else by_person(warehouse, found), _CHANGE)


def entity(warehouse: OpenWarehouse, name: str) -> dict[str, Any]:
    """The entity with this name: its names, how often and where last it was spoken of, and what surely holds
    of it now."""
    meant = person_meant(warehouse, name)
    is_resolved = meant.person_id is not None
    files = ("person", "last_named") if is_resolved else ("entity", "last_mentions")
    row, last = (_rows(warehouse, f"sql/agents/{file}.sql", [meant.person_id or meant.entity_id]) for file in files)
    held = concerning(warehouse, meant, recalled(warehouse, "FROM facts_as_of()", []))
    return {**row[0], "last_mentions": last, "facts": _told(held, _FACT)}


def claim(warehouse: OpenWarehouse, assertion_id: str) -> dict[str, Any]:
    """One claim: where it comes from, how sure it is, and what became of it. It is named by its id or the
    beginning of the id."""
    if len(assertion_id) < _SHORTEST_ID:
        raise QueryError(f"{assertion_id!r} is too short; give the claim's id or its first {_SHORTEST_ID} characters")
    found = _rows(warehouse, "sql/agents/claim.sql", [assertion_id])
    if len(found) != 1:
        how = "no claim has" if not found else f"{len(found)} claims have"
        raise QueryError(f"{how} the id {assertion_id!r} or one that begins so; hits, facts and timelines name ids")
    return found[0]


def mattered(warehouse: OpenWarehouse, period: str) -> Rows:
    """What was spoken of in a month, quarter or year, and what held in it, the most spoken of first."""
    rows = recalled(warehouse, "FROM what_mattered(?)", [period])
    return _told(rows, _MEMBER)


def _told(rows: Sequence[Mapping[str, Any]], columns: Sequence[str]) -> Rows:
    return [{name: row[name] for name in columns} for row in rows]


def _rows(warehouse: OpenWarehouse, file: str, parameters: list[Any]) -> Rows:
    return select(warehouse.connection, _sql(file), parameters).named()


@cache
def _sql(file: str) -> str:
    return data_path(file).read_text(encoding="utf-8")
