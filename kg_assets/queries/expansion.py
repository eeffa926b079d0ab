"""One hop through the graph from what was found: who acts in it or is spoken of there, and what else is known of them.

An event is a claim until the build tells events; who acts is its subject, what it is about its object. The person whose
memory this is acts in nearly everything, so nothing is reached through them.
"""

import threading
from collections.abc import Sequence
from functools import cache
from typing import Any

import duckdb

from kg_assets.core.data import data_path
from kg_assets.core.errors import QueryError
from kg_assets.search.opened import SearchIndex
from kg_assets.store.opened import OpenWarehouse
from kg_assets.store.readonly import Answer, select

# Of builds that resolve people, and of older ones.
_RESOLVED = ("sql/search/hop_people.sql", "sql/search/involved_people.sql")
_BY_NAME = ("sql/search/hop.sql", "sql/search/involved.sql")


def expanded(
    warehouse: OpenWarehouse,
    index: SearchIndex,
    seeds: Sequence[str],
    found: Sequence[str],
    budget: int,
    categories: Sequence[str] | None,
    milliseconds: int,
) -> tuple[list[dict[str, Any]], list[dict[str, Any]]] | None:
    """Related events and the entities involved; None if that took too long. `seeds` are some of what was `found`."""
    _require_known(warehouse, categories)
    connection = warehouse.connection
    hop, who = _RESOLVED if is_resolved(warehouse) else _BY_NAME
    clock = threading.Timer(milliseconds / 1000, connection.interrupt)
    clock.start()
    try:
        given = {"seeds": list(seeds), "found": list(found), "budget": budget, "categories": categories}
        related = [_event(index, row) for row in _rows(connection, hop, given)]
        messages = [*found, *(row["evidence"][0]["message_id"] for row in related)]
        involved = _rows(connection, who, {"messages": messages})
    except duckdb.InterruptException:
        return None
    finally:
        clock.cancel()
    return related, involved


def is_resolved(warehouse: OpenWarehouse) -> bool:
    """Whether the build resolves people and draws the graph of events."""
    return "memory.event_actor" in warehouse.manifest.tables


def _require_known(warehouse: OpenWarehouse, categories: Sequence[str] | None) -> None:
    if not categories:
        return
    sql = "SELECT category FROM predicates"
    sql += " UNION SELECT category FROM memory.semantic_event" if is_resolved(warehouse) else ""
    rows = select(warehouse.connection, f"SELECT DISTINCT category FROM ({sql}) ORDER BY category").fetchall()
    known = [row[0] for row in rows if row[0]]
    unknown = [category for category in categories if category not in known]
    if unknown:
        raise QueryError(f"graph_filters: no event has the category {unknown[0]!r}; there are {', '.join(known)}")


def _event(index: SearchIndex, row: dict[str, Any]) -> dict[str, Any]:
    conversation = index.conversation_of(row["message_id"])
    evidence = {
        "quote": row["quote"], "artifact_uid": conversation, "message_id": row["message_id"],
        "start_char": row["char_start"], "end_char": row["char_end"],
    }  # fmt: skip
    told = {name: row[name] for name in ("id", "category", "reason", "summary", "event_time")}
    return {"type": "event", **told, "evidence": [evidence]}


def _rows(connection: Any, file: str, parameters: dict[str, Any]) -> list[dict[str, Any]]:
    return Answer(connection.execute(_sql(file), parameters)).named()


@cache
def _sql(file: str) -> str:
    return data_path(file).read_text(encoding="utf-8")
