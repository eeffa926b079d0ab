"""Makes the rows of both patterns over conversations: groups of nodes, and sequences (orders) of nodes."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

import pyarrow as pa

from kg_assets.core.hashing import sha256_hex
from kg_assets.core.stage import StageRun
from kg_assets.core.visibility import VISIBILITY
from kg_assets.overlay.patterns.cliques import Pair, find_cliques
from kg_assets.overlay.patterns.contracts import CO_OCCURRENCE_PATTERNS, PROCEDURE_MOTIFS
from kg_assets.overlay.patterns.motifs import find_motifs
from kg_assets.overlay.patterns.regularity import Regularity, regularity_of
from kg_assets.overlay.settings import OverlaySettings

FOLDERS = ("sql/overlay/patterns",)
_STANDING = ("weekly", "monthly")
_DAY = 86_400.0
_KIND_OF_GROUP = {  # the kind of a group: that of the first kind of node here that it has
    "application": "tool_workflow",
    "work_product": "document_pattern",
    "domain_concept": "research_pattern",
}
Row = Mapping[str, Any]


def run(stage: StageRun) -> None:
    """Write the patterns over conversations: groups of nodes that are named together, and sequences of nodes that are
    named one after the other."""
    settings: OverlaySettings = stage.settings("overlay")
    made = stage.query_steps(FOLDERS, {"sightings": None, "pairs": None}, settings.model_dump())
    seen = Sightings(made["sightings"].to_pylist())
    pairs = [Pair(**row) for row in made["pairs"].to_pylist()]
    groups, is_truncated = groups_of(seen, pairs, settings)
    if is_truncated:
        stage.event("WARN", "PATTERNS_TRUNCATED", kept=len(groups))
    stage.write(CO_OCCURRENCE_PATTERNS.name, pa.Table.from_pylist(groups, CO_OCCURRENCE_PATTERNS.arrow_schema()))
    orders = orders_of(seen, settings)
    stage.write(PROCEDURE_MOTIFS.name, pa.Table.from_pylist(orders, PROCEDURE_MOTIFS.arrow_schema()))


class Sightings:
    """The nodes that each conversation names, in the order of naming, and when each conversation was."""

    def __init__(self, rows: Sequence[Row]) -> None:
        self.sequences: dict[str, list[str]] = {}
        self.nodes: dict[str, Row] = {}
        self.conversations: dict[str, Row] = {}
        for row in rows:
            self.sequences.setdefault(row["conversation_id"], []).append(row["node_id"])
            self.nodes.setdefault(row["node_id"], row)
            self.conversations.setdefault(row["conversation_id"], row)
        self._of: dict[str, set[str]] = {}
        for name, sequence in self.sequences.items():
            for node in sequence:
                self._of.setdefault(node, set()).add(name)

    def of_all(self, nodes: Iterable[str]) -> list[str]:
        """The conversations that name every one of these nodes, the oldest first."""
        return self.in_order(set.intersection(*(self._of[node] for node in nodes)))

    def in_order(self, names: Iterable[str]) -> list[str]:
        return sorted(names, key=lambda name: (self.conversations[name]["occurred_at"], name))

    def told(self, names: Sequence[str], nodes: Sequence[str]) -> tuple[dict[str, Any], Regularity]:
        """Two values: the columns that groups and sequences have in common, filled for these nodes and the
        conversations `names` (the oldest first); and how regularly these conversations come."""
        moments = [_seconds(self.conversations[name]["occurred_at"]) / _DAY for name in names]
        regularity = regularity_of(sorted(set(moments)))
        strictest = max(VISIBILITY.index(self.nodes[node]["visibility_class"]) for node in nodes)
        return {
            "temporal_regularity": regularity.kind,
            "temporal_regularity_confidence": regularity.confidence,
            "visibility_class": VISIBILITY[strictest],
            "status": "detected",
            "created_at": self.conversations[names[0]]["occurred_at"],
        }, regularity

    def names_of(self, nodes: Sequence[str]) -> list[str]:
        return [self.nodes[node]["canonical_name"] for node in nodes]

    def values(self, names: Sequence[str], column: str) -> list[str]:
        return sorted({self.conversations[name][column] for name in names} - {None})


def groups_of(seen: Sightings, pairs: Sequence[Pair], settings: OverlaySettings) -> tuple[list[dict[str, Any]], bool]:
    """The groups as rows, and whether some are missing. A group that no conversation names as a whole is left
    out."""
    found = find_cliques(pairs, settings.pattern_max_size, settings.pattern_max_emitted, settings.pattern_max_steps)
    lifts = {(pair.one, pair.other): pair.lift for pair in pairs}
    rows = []
    for nodes in found.groups:
        names = seen.of_all(nodes)
        if not names:
            continue  # every two of them occur together somewhere, but never all of them
        told, regularity = seen.told(names, nodes)
        first, last = (_seconds(seen.conversations[name]["occurred_at"]) for name in (names[0], names[-1]))
        rows.append(
            {
                "pattern_id": sha256_hex("|".join(nodes).encode()),
                "entity_ids": list(nodes),
                "entity_names": seen.names_of(nodes),
                "co_occurrence_count": len(names),
                "least_lift": min(lifts[one, other] for n, one in enumerate(nodes) for other in nodes[n + 1 :]),
                "size_capped": nodes in found.capped,
                "surfaces": seen.values(names, "surface"),
                "work_context_ids": seen.values(names, "work_context_id"),
                "temporal_span_days": round((last - first) / _DAY, 12),
                "is_standing_candidate": _is_standing(regularity, settings),
                "suggested_procedure_kind": _kind_of(seen.nodes[node]["node_kind"] for node in nodes),
                **told,
            }
        )
    return rows, found.is_truncated


def orders_of(seen: Sightings, settings: OverlaySettings) -> list[dict[str, Any]]:
    """A row for each sequence of nodes that several conversations name one after the other."""
    found = find_motifs(
        seen.sequences, settings.motif_min_steps, settings.motif_max_steps, settings.motif_min_support
    )  # fmt: skip
    rows = []
    for nodes, shown in found.items():
        names = seen.in_order(shown)
        told, regularity = seen.told(names, nodes)
        contexts = seen.values(names, "work_context_id")
        is_one = len(contexts) == 1 and all(seen.conversations[name]["work_context_id"] for name in names)
        rows.append(
            {
                "motif_id": sha256_hex("|".join(nodes).encode()),
                "work_context_id": contexts[0] if is_one else None,
                "step_ids": list(nodes),
                "step_names": seen.names_of(nodes),
                "support_count": len(names),
                # Whether a conversation succeeded is unknown: only traces of work would show it.
                "success_support_count": 0,
                "failure_support_count": 0,
                "surface_families": seen.values(names, "surface"),
                "suggested_node_kind": suggested_kind(regularity, 0, 0, settings),
                **told,
            }
        )
    return rows


def suggested_kind(regularity: Regularity, successes: int, failures: int, settings: OverlaySettings) -> str:
    """The kind of node that a sequence may become. A standing procedure if it is regular and mostly succeeds;
    "undetermined" if nothing shows whether it succeeded."""
    traced = successes + failures
    if not traced:
        return "undetermined"
    if _is_standing(regularity, settings) and successes / traced >= settings.motif_min_success_ratio:
        return "standing_procedure"
    return "procedure"


def _is_standing(regularity: Regularity, settings: OverlaySettings) -> bool:
    return regularity.kind in _STANDING and regularity.confidence >= settings.standing_min_regularity


def _kind_of(kinds: Iterable[str]) -> str:
    found = set(kinds)
    return next((told for kind, told in _KIND_OF_GROUP.items() if kind in found), "composite_unknown")


def _seconds(instant: str) -> float:
    return datetime.fromisoformat(instant).timestamp()
