"""`hybrid_search` (seed 003 §4): ranks messages by the weighted sum of several scores (lanes) or by rank fusion, then
makes one hop through the graph."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kg_assets.queries.expansion import expanded
from kg_assets.queries.searching import LookedFor, Search, hits_of, ranked
from kg_assets.search.fusion import rrf
from kg_assets.search.hopped import HopIndex
from kg_assets.search.opened import SearchIndex
from kg_assets.search.ranking import best
from kg_assets.search.settings import FindingSettings

_COLLECTIONS = {"note": "notes"}


@dataclass(frozen=True, slots=True)
class Hybrid:
    """The parameters of seed 003 §4.1. `ranking` says how the primary results are ranked: `weighted` or by
    rank fusion."""

    search: Search
    include_memory: bool
    expand_neighbors: bool
    graph_expand: bool
    graph_budget: int
    graph_seed_limit: int
    graph_filters: tuple[str, ...] | None
    include_entities: bool
    ranking: str


def hybrid(index: SearchIndex, asked: LookedFor, wanted: Hybrid, settings: FindingSettings) -> dict[str, Any]:
    """The primary results of a search; with `graph_expand`, also related claims, events and entities. Notes say what is
    missing."""
    lanes = asked.lanes
    by_lane = [
        best(scores, asked.allowed & (scores > 0), settings.lane_rows, asked.fits)
        for scores in (lanes.words, lanes.meaning, lanes.likeness)
        if scores is not None
    ]
    row_of = {index.message_id(row): row for rows in by_lane for row in rows}
    fused = dict(rrf([[index.message_id(row) for row in rows] for rows in by_lane], settings.rrf_k))
    rows, claimed = [row_of[name] for name in fused], dict[int, str]()
    # If a phrase has only words that the index passes over, no lane finds it; `ranked` looks into the texts themselves.
    if wanted.ranking == "weighted" or not rows:
        rows, claimed = ranked(index, asked, settings, max(settings.lane_rows, wanted.search.limit))
    is_memory = index.arrays["is_memory"]
    rows = [row for row in rows if wanted.include_memory or not is_memory[row]][: wanted.search.limit]
    kept = hits_of(index, rows, asked, claimed)
    answer: dict[str, Any] = {
        "primary_results": [
            _result(hit, fused, wanted, bool(is_memory[row])) for row, hit in zip(rows, kept, strict=True)
        ]
    }
    notes = [] if kept else [f"nothing was found: {asked.tried}"]
    notes += [f"without likeness by the model: {lanes.silence}"] if lanes.silence else []
    if wanted.graph_expand and index.hops is not None:
        answer |= _graph(index, index.hops, [hit["message_id"] for hit in kept], wanted, settings)
        notes += [answer.pop("note")] if "note" in answer else []
    if notes:
        answer["note"] = "; ".join(notes)
    answer["expand_options"] = _options(wanted)
    return answer


def _result(hit: Mapping[str, Any], fused: Mapping[str, float], wanted: Hybrid, is_memory: bool) -> dict[str, Any]:
    named = (
        "conversation_id", "title", "role", "author", "source", "created_at_utc", "matched", "why", "claims",
    )  # fmt: skip
    metadata = {name: hit[name] for name in named} | {"ranked_by": wanted.ranking, "score": hit["score"]}
    if wanted.expand_neighbors:
        metadata |= {"before": hit["before"], "after": hit["after"]}
    return {
        "id": hit["message_id"],
        "content": hit["text"],
        "type": "memory" if is_memory else "chunk",
        "metadata": metadata,
        "rrf_score": round(fused.get(hit["message_id"], 0.0), 6),
        "collections": ["memory" if is_memory else _COLLECTIONS.get(hit["source"], "conversations")],
    }


def _graph(
    index: SearchIndex, hops: HopIndex, found: Sequence[str], wanted: Hybrid, settings: FindingSettings
) -> dict[str, Any]:
    seeds = found[: wanted.graph_seed_limit]
    hop = expanded(
        index, hops, seeds, found, wanted.graph_budget, wanted.graph_filters, settings.expansion_milliseconds
    )  # fmt: skip
    if hop is None:
        late = f"the graph took longer than {settings.expansion_milliseconds} ms, so only primary results are given"
        return {"note": late, "related_context": []} | ({"entities": []} if wanted.include_entities else {})
    related, entities = hop
    return {"related_context": related} | ({"entities": entities} if wanted.include_entities else {})


def _options(wanted: Hybrid) -> list[dict[str, str]]:
    """The options that a caller may set in the next call (seed 003 §4.3)."""
    told = {
        "graph_expand": "Add related events/entities (1 hop) for richer context",
        "include_memory": "Include stored memories in search",
        "expand_neighbors": "Include neighboring chunks for context",
        "graph_budget": f"Adjust max related items (current: {wanted.graph_budget})",
        "graph_filters": "Filter by category: place, work, people, plan, activity, etc.",
    }
    return [{"name": name, "description": description} for name, description in told.items()]
