"""One hop through the graph from messages that were found: the entities named in them, and other claims and
events about these entities."""

import time
from collections.abc import Sequence
from typing import Any

from kg_assets.core.errors import QueryError
from kg_assets.search.hopped import HopIndex
from kg_assets.search.opened import SearchIndex


def expanded(
    index: SearchIndex,
    hops: HopIndex,
    seeds: Sequence[str],
    found: Sequence[str],
    budget: int,
    categories: Sequence[str] | None,
    milliseconds: int,
) -> tuple[list[dict[str, Any]], list[dict[str, Any]]] | None:
    """Two lists: other claims and events about the entities in the messages `seeds`, the claims in the form of events;
    and the entities named in the messages `found` or in the messages of these claims and events. None if that took
    longer than `milliseconds`. `found` are the messages of all hits, `seeds` some of them."""
    _require_known(hops, categories)
    rows = hops.hop(seeds, found, budget, categories, time.monotonic() + milliseconds / 1000)
    if rows is None:
        return None
    related = [_event(index, row) for row in rows]
    return related, hops.named_in([*found, *(row["message_id"] for row in rows)])


def _require_known(hops: HopIndex, categories: Sequence[str] | None) -> None:
    unknown = [category for category in categories or () if category not in hops.categories]
    if unknown:
        raise QueryError(
            f"graph_filters: no event has the category {unknown[0]!r}; there are {', '.join(hops.categories)}"
        )


def _event(index: SearchIndex, row: dict[str, Any]) -> dict[str, Any]:
    evidence = {
        "quote": row["quote"], "artifact_uid": index.conversation_of(row["message_id"]),
        "message_id": row["message_id"], "start_char": row["char_start"], "end_char": row["char_end"],
    }  # fmt: skip
    told = {name: row[name] for name in ("id", "category", "reason", "summary", "event_time")}
    return {"type": "event", **told, "evidence": [evidence]}
