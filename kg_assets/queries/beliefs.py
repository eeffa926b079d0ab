"""The person's beliefs about themselves as they stood at a moment.

The formulas of `kg_assets.beliefs` over what was said by then: the moment of the build gives what its tables hold.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from kg_assets.beliefs.scoring import (
    CoreScore,
    Evidence,
    Status,
    activation,
    core_score,
    promoted_at,
    recent_conflicts,
    status_of,
)
from kg_assets.beliefs.settings import BeliefSettings, Stream
from kg_assets.beliefs.streams import half_life
from kg_assets.core.errors import QueryError
from kg_assets.core.instants import to_millis
from kg_assets.queries.numbers import serve_settings
from kg_assets.store.reading import OpenWarehouse
from kg_assets.store.readonly import select

Row = dict[str, Any]
_DAY = 86_400_000
_NODES = """
SELECT n.belief_id, n.canonical_text, n.belief_type, n.polarity, s.primary_stream, s.migrated_from
FROM beliefs.belief_nodes n JOIN beliefs.stream_assignments s USING (belief_id)
WHERE n.created_at_utc <= ? ORDER BY n.belief_id
"""
_OCCURRENCES = """
SELECT o.belief_id, o.created_at_utc, o.source_weight, o.atom_confidence, o.context_id, o.epistemic_frame, o.outcome,
    o.match_confidence, o.extractor_version, e.message_id, e.surface_text
FROM beliefs.belief_occurrences o JOIN beliefs.experiences e ON e.experience_id = o.source_experience_id
WHERE o.created_at_utc <= ? AND o.deleted_at_utc IS NULL
ORDER BY o.created_at_utc, e.message_id, e.char_start, o.occurrence_id
"""
_CONFLICTS = """
SELECT e.node_a_id, e.node_b_id, e.conflict_type, e.created_at_utc, a.canonical_text AS a_text,
    b.canonical_text AS b_text
FROM beliefs.conflict_edges e JOIN beliefs.belief_nodes a ON a.belief_id = e.node_a_id
JOIN beliefs.belief_nodes b ON b.belief_id = e.node_b_id
WHERE e.created_at_utc <= ? AND (e.resolved_at_utc IS NULL OR e.resolved_at_utc > ?) ORDER BY e.edge_id
"""
_LINKS = """
SELECT l.confidence, l.status, l.support_both, l.support_one,
    CASE WHEN l.from_belief_id = ? THEN b.canonical_text ELSE a.canonical_text END AS other
FROM beliefs.tentative_links l JOIN beliefs.belief_nodes a ON a.belief_id = l.from_belief_id
JOIN beliefs.belief_nodes b ON b.belief_id = l.to_belief_id
WHERE ? IN (l.from_belief_id, l.to_belief_id) ORDER BY l.confidence DESC, l.link_id
"""


@dataclass(frozen=True, slots=True)
class Belief:
    """A belief as it stood at a moment."""

    belief_id: str
    text: str
    belief_type: str
    stream: Stream
    status: Status
    core: CoreScore
    activation: float
    half_life_days: float
    occurrences: Sequence[Row]
    conflicts: Sequence[Row]


def beliefs_at(warehouse: OpenWarehouse, settings: BeliefSettings, moment: str) -> list[Belief]:
    """Every belief that had been said by a moment, the firmest first; of equals the one that is most alive."""
    occurrences = _by(_rows(warehouse, _OCCURRENCES, [moment]), "belief_id")
    conflicts: dict[str, list[Row]] = defaultdict(list)
    for row in _rows(warehouse, _CONFLICTS, [moment, moment]):
        for side in ("node_a_id", "node_b_id"):
            conflicts[row[side]].append(row)
    nodes = _rows(warehouse, _NODES, [moment])
    found = [_belief(n, occurrences[n["belief_id"]], conflicts[n["belief_id"]], settings, moment) for n in nodes]
    return sorted(found, key=lambda one: (-one.core.score, -one.activation, one.belief_id))


def _belief(node: Row, said: Sequence[Row], conflicts: Sequence[Row], settings: BeliefSettings, moment: str) -> Belief:
    now = _days(moment)
    evidence = [
        Evidence(_days(row["created_at_utc"]), row["source_weight"], row["atom_confidence"], row["context_id"])
        for row in said
    ]
    stream: Stream = node["primary_stream"]
    if node["migrated_from"] is not None and promoted_at(evidence, half_life("state", settings), settings) is None:
        stream = node["migrated_from"]
    days = half_life(stream, settings)
    against = recent_conflicts([_days(row["created_at_utc"]) for row in conflicts], now, settings)
    core = core_score(evidence, against, settings)
    return Belief(
        node["belief_id"], node["canonical_text"], node["belief_type"], stream, status_of(core.score, settings), core,
        activation(evidence, now, days), days, said, conflicts,
    )  # fmt: skip


def belief_named(beliefs: Sequence[Belief], typed: str) -> Belief:
    """The one belief of an id or a beginning of one."""
    fewest = serve_settings().shortest_beginning
    if len(typed) < fewest:
        raise QueryError(f"{typed!r} is too short for an id, of which at least {fewest} characters are to be typed")
    found = [belief for belief in beliefs if belief.belief_id.startswith(typed.lower())]
    if len(found) == 1:
        return found[0]
    if found:
        raise QueryError(f"{typed!r} is the beginning of {len(found)} beliefs; type more of it")
    raise QueryError(f"no belief has the id {typed!r}; `annals beliefs` lists them")


def links_of(warehouse: OpenWarehouse, belief_id: str) -> list[Row]:
    """The links of a belief, the likeliest first."""
    return _rows(warehouse, _LINKS, [belief_id, belief_id])


def _rows(warehouse: OpenWarehouse, sql: str, parameters: list[Any]) -> list[Row]:
    answer = select(warehouse.connection, sql, parameters)
    names = [column[0] for column in answer.description]
    return [dict(zip(names, row, strict=True)) for row in answer.fetchall()]


def _by(rows: Sequence[Row], column: str) -> dict[str, list[Row]]:
    groups: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        groups[row[column]].append(row)
    return groups


def _days(instant: str) -> float:
    return to_millis(instant) / _DAY
