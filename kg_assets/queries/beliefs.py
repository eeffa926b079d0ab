"""The person's beliefs about themselves as they stood at a moment.

They follow from the formulas of `kg_assets.beliefs` over what was said by then. At the moment of the build
they are the same as in its tables.
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
from kg_assets.store.opened import OpenWarehouse
from kg_assets.store.readonly import select

Row = dict[str, Any]
_DAY = 86_400_000
_NODES = """
SELECT n.belief_id, n.canonical_text, n.canonical_hash, n.belief_type, n.polarity, s.primary_stream, s.migrated_from
FROM beliefs.belief_nodes n JOIN beliefs.stream_assignments s USING (belief_id)
WHERE n.created_at_utc <= ? ORDER BY n.belief_id
"""
_OCCURRENCES = """
SELECT o.belief_id, o.created_at_utc, o.source_weight, o.atom_confidence, o.context_id, o.epistemic_frame, o.outcome,
    o.match_confidence, o.extractor_version, e.message_id, e.char_start, e.char_end, e.surface_text
FROM beliefs.belief_occurrences o JOIN beliefs.experiences e ON e.experience_id = o.source_experience_id
WHERE o.created_at_utc <= ?
ORDER BY o.created_at_utc, e.message_id, e.char_start, o.occurrence_id
"""
_CONFLICTS = """
SELECT e.node_a_id, e.node_b_id, e.conflict_type, e.created_at_utc, a.canonical_text AS a_text,
    b.canonical_text AS b_text, e.resolution_reason, e.kept_belief_id,
    e.resolved_at_utc IS NULL OR e.resolved_at_utc > ? AS is_open
FROM beliefs.conflict_edges e JOIN beliefs.belief_nodes a ON a.belief_id = e.node_a_id
JOIN beliefs.belief_nodes b ON b.belief_id = e.node_b_id
WHERE e.created_at_utc <= ? ORDER BY e.edge_id
"""
_LINKS = """
SELECT l.confidence, l.status, l.support_both, l.support_one,
    CASE WHEN l.from_belief_id = ? THEN b.canonical_text ELSE a.canonical_text END AS other
FROM beliefs.tentative_links l JOIN beliefs.belief_nodes a ON a.belief_id = l.from_belief_id
JOIN beliefs.belief_nodes b ON b.belief_id = l.to_belief_id
WHERE ? IN (l.from_belief_id, l.to_belief_id) ORDER BY l.confidence DESC, l.link_id
"""
_PENDING = """
SELECT from_belief_id, to_belief_id, confidence FROM beliefs.tentative_links
WHERE judged_by = 'evidence' AND status <> 'rejected' ORDER BY confidence DESC, link_id
"""
_OPEN = """
SELECT node_a_id, node_b_id, conflict_type FROM beliefs.conflict_edges WHERE status = 'active'
ORDER BY created_at_utc DESC, edge_id
"""
_WORDINGS = """
SELECT DISTINCT n.canonical_text FROM beliefs.canonical_atoms a
JOIN beliefs.belief_occurrences o USING (canonical_atom_id) JOIN beliefs.belief_nodes n USING (belief_id)
WHERE a.canonical_hash = ?
"""
_CLAIMS = """
SELECT DISTINCT assertion_id, predicate, object, claim_polarity, said_at_utc, claim_quote
FROM beliefs.with_claims WHERE belief_id = ? ORDER BY said_at_utc, assertion_id
"""
_OF_CLAIM = """
SELECT belief_id, belief, is_past FROM beliefs.with_claims WHERE assertion_id = ?
GROUP BY ALL ORDER BY belief, belief_id, is_past
"""
_VERSIONS = "SELECT extractor_version FROM beliefs.extraction_runs ORDER BY extractor_version"


@dataclass(frozen=True, slots=True)
class Belief:
    """A belief as it stood at a moment, with its scores, its occurrences and the conflicts that it was in."""

    belief_id: str
    text: str
    canonical_hash: str
    belief_type: str
    polarity: str
    stream: Stream
    status: Status
    core: CoreScore
    activation: float
    half_life_days: float
    occurrences: Sequence[Row]
    contradicted: Sequence[Row]  # every conflict that had arisen, resolved or not

    @property
    def is_past(self) -> bool:
        """Whether the newest sentence about the belief says that it was so and no longer is."""
        return bool(self.occurrences[-1]["epistemic_frame"]["temporal_scope"] == "past")

    @property
    def words(self) -> str:
        """The belief as a list shows it. Its text is in the present, so one that is over is marked
        "(past)"."""
        return worded(self.text, self.is_past)

    @property
    def conflicts(self) -> list[Row]:
        """The contradictions of the belief that were not yet resolved at that moment."""
        return [row for row in self.contradicted if row["is_open"]]


def worded(text: str, is_past: bool) -> str:
    """The text of a belief, marked "(past)" if it is over."""
    return f"{text} (past)" if is_past else text


def beliefs_at(warehouse: OpenWarehouse, settings: BeliefSettings, moment: str) -> list[Belief]:
    """Every belief that had been said by a moment. First those with the highest core score (how firmly the belief is
    held in all); of equal ones first those with the highest activation (how present it is at that moment)."""
    occurrences = _by(fetched(warehouse, _OCCURRENCES, [moment]), "belief_id")
    conflicts: dict[str, list[Row]] = defaultdict(list)
    for row in fetched(warehouse, _CONFLICTS, [moment, moment]):
        for side in ("node_a_id", "node_b_id"):
            conflicts[row[side]].append(row)
    nodes = fetched(warehouse, _NODES, [moment])
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
    against = recent_conflicts([_days(row["created_at_utc"]) for row in conflicts if row["is_open"]], now, settings)
    core = core_score(evidence, against, settings)
    return Belief(
        node["belief_id"], node["canonical_text"], node["canonical_hash"], node["belief_type"],
        node["polarity"],        stream, status_of(core.score, settings), core,
        activation(evidence, now, days), days, said, conflicts,
    )  # fmt: skip


def belief_named(beliefs: Sequence[Belief], typed: str) -> Belief:
    """The one belief whose id is or begins with `typed`. Raises an error if there is none, more than one, or
    too little was typed."""
    fewest = serve_settings().shortest_beginning
    if len(typed) < fewest:
        raise QueryError(f"{typed!r} is too short for an id, of which at least {fewest} characters are to be typed")
    found = [belief for belief in beliefs if belief.belief_id.startswith(typed.lower())]
    if len(found) == 1:
        return found[0]
    if found:
        raise QueryError(f"{typed!r} is the beginning of {len(found)} beliefs; type more of it")
    raise QueryError(f"no belief has the id {typed!r}; `annals beliefs` lists them")


def belief_meant(beliefs: Sequence[Belief], typed: str) -> Belief:
    """The belief with this text, else the one with this id or beginning of an id."""
    words = " ".join(typed.lower().split())
    return next((belief for belief in beliefs if belief.text == words), None) or belief_named(beliefs, typed)


def pending_links(warehouse: OpenWarehouse) -> list[Row]:
    """Pairs of beliefs that may be one (links), on which no person has decided and which the evidence does
    not reject; the likeliest first."""
    return fetched(warehouse, _PENDING, [])


def open_conflicts(warehouse: OpenWarehouse) -> list[Row]:
    """The conflicts that are open, the latest first."""
    return fetched(warehouse, _OPEN, [])


def wordings(warehouse: OpenWarehouse, canonical_hash: str) -> str | None:
    """The text of the belief to which the wording with this hash belongs; None if it belongs to none."""
    found = fetched(warehouse, _WORDINGS, [canonical_hash])
    return found[0]["canonical_text"] if found else None


def versions(warehouse: OpenWarehouse) -> list[str]:
    """The versions of the belief extractor (the rules or model that read beliefs) that read something in this build."""
    return [row["extractor_version"] for row in fetched(warehouse, _VERSIONS, [])]


def claims_of_belief(warehouse: OpenWarehouse, belief_id: str) -> list[Row]:
    """The claims that were read from the same words as a belief, in the order in which they were said."""
    return fetched(warehouse, _CLAIMS, [belief_id]) if _has_claims(warehouse) else []


def beliefs_of_claim(warehouse: OpenWarehouse, assertion_id: str) -> list[Row]:
    """The beliefs that were read from the same words as a claim."""
    return fetched(warehouse, _OF_CLAIM, [assertion_id]) if _has_claims(warehouse) else []


def _has_claims(warehouse: OpenWarehouse) -> bool:
    return {"beliefs.belief_occurrences", "kg.assertions"} <= warehouse.manifest.tables.keys()


def links_of(warehouse: OpenWarehouse, belief_id: str) -> list[Row]:
    """The links of a belief, the likeliest first. A link is a pair of beliefs that may be one; rejected links
    are among them."""
    return fetched(warehouse, _LINKS, [belief_id, belief_id])


def fetched(warehouse: OpenWarehouse, sql: str, parameters: list[Any]) -> list[Row]:
    """The rows of a SELECT as dicts by column name."""
    return select(warehouse.connection, sql, parameters).named()


def _by(rows: Sequence[Row], column: str) -> dict[str, list[Row]]:
    groups: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        groups[row[column]].append(row)
    return groups


def _days(instant: str) -> float:
    return to_millis(instant) / _DAY
