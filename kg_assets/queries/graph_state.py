"""The state of the graph of people and events: counts, pairs that wait for a person's verdict, and which jobs
of each build are done."""

import json
import math
from typing import Any

from kg_assets.core.errors import QueryError
from kg_assets.store.builds import Builds
from kg_assets.store.home import Home
from kg_assets.store.opened import OpenWarehouse
from kg_assets.store.readonly import rows_of, select

_NEEDS = "memory.graph_edge"
# The jobs of seed 003 §5.3, and the stages that do their work.
JOBS = {
    "extract_events": ("read_events", "settle_events"),
    "resolve_people": ("read_clues", "people"),
    "graph_upsert": ("people_graph",),
}
_QUEUE = """
SELECT
    d.decision_id, d.log_odds, d.reason, d.source_a_id, d.source_b_id, d.place_a_json, d.place_b_json, d.name_a,
    d.name_b, d.entity_a_id, d.entity_b_id
FROM memory.dedup_decision d
WHERE d.verdict = 'uncertain'
ORDER BY d.log_odds DESC, d.decision_id
LIMIT ?
"""
_SIDE = """
SELECT e.entity_id, e.canonical_name, e.role, e.organization, e.email, e.relation, e.mention_count
FROM memory.entity e WHERE e.entity_id = ?
"""
_WORDS = """
SELECT n.message_id, n.start_char, n.end_char, n.surface_form, c.title, m.created_at_utc,
    substring(m.text_raw, greatest(n.start_char - 70, 0) + 1, least(n.start_char, 70)) AS before,
    substring(m.text_raw, n.end_char + 1, 90) AS after
FROM memory.entity_mention n
JOIN messages m USING (message_id)
JOIN conversations c USING (conversation_id)
WHERE n.entity_id = ? AND n.start_char IS NOT NULL
ORDER BY m.created_at_utc NULLS LAST, m.conversation_id, m.order_index, n.start_char, n.mention_id
LIMIT ?
"""


def graph_health(warehouse: OpenWarehouse) -> dict[str, Any]:
    """Counts of nodes by label and of edges by type, of POSSIBLY_SAME pairs, and of entities to review (seed
    003 §2.5)."""
    _require(warehouse)
    nodes = _counts(warehouse, "SELECT label, count(*) FROM memory.graph_node GROUP BY label ORDER BY label")
    edges = _counts(warehouse, "SELECT edge_type, count(*) FROM memory.graph_edge GROUP BY ALL ORDER BY ALL")
    told = {"Entity": 0, "Event": 0} | nodes, {"ACTED_IN": 0, "ABOUT": 0, "POSSIBLY_SAME": 0} | edges
    review = select(warehouse.connection, "SELECT count(*) FROM memory.entity WHERE needs_review").fetchall()[0][0]
    return {
        "is_enabled": True, "node_counts": told[0], "edge_counts": told[1],
        "possibly_same": told[1]["POSSIBLY_SAME"], "entities_to_review": review,
        "build": str(warehouse.manifest.ref),
    }  # fmt: skip


def review_queue(warehouse: OpenWarehouse, limit: int, words: int = 2) -> list[dict[str, Any]]:
    """The `limit` uncertain pairs with the highest log-odds. Each side has what is known of it and `words` of
    its mentions."""
    _require(warehouse)
    found = rows_of(warehouse, _QUEUE, [limit])
    return [_pair(warehouse, row, words) for row in found]


def _pair(warehouse: OpenWarehouse, row: dict[str, Any], words: int) -> dict[str, Any]:
    sides = []
    for side in ("a", "b"):
        (known,) = rows_of(warehouse, _SIDE, [row[f"entity_{side}_id"]])
        place = row[f"place_{side}_json"]
        sides.append({
            **known, "name": row[f"name_{side}"], "source_id": row[f"source_{side}_id"],
            "place": None if place is None else json.loads(place),
            "said": rows_of(warehouse, _WORDS, [known["entity_id"], words]),
        })  # fmt: skip
    told = {name: row[name] for name in ("decision_id", "log_odds", "reason")}
    return {**told, "one": sides[0], "other": sides[1]}


def job_status(home: Home, limit: int) -> list[dict[str, Any]]:
    """For each of the `limit` newest builds and each job, its stages and how many of them are done."""
    builds = Builds(home)
    sealed_at = _sealed_at(builds)
    names = sorted(builds.known(), key=lambda build: (-sealed_at.get(build, math.inf), build))[:limit]
    return [
        {
            "build": build, "job_type": job, "stages": list(stages), "done": sum(stage in done for stage in stages),
            "status": "DONE" if all(stage in done for stage in stages) else "PENDING",
        }
        for build in names
        for done in [set(builds.pointers(build)) | _sealed(builds, build)]
        for job, stages in JOBS.items()
    ]  # fmt: skip


def _sealed_at(builds: Builds) -> dict[str, float]:
    """When each build was last sealed. Builds that were never sealed are missing; `job_status` takes them for the
    newest."""
    found: dict[str, float] = {}
    for ref in builds.sealed():
        at = builds.manifest_path(ref).stat().st_mtime
        found[ref.build] = max(at, found.get(ref.build, at))
    return found


def _sealed(builds: Builds, build: str) -> set[str]:
    manifest = builds.latest(build)
    return set() if manifest is None else set(manifest.stages)


def _require(warehouse: OpenWarehouse) -> None:
    if _NEEDS not in warehouse.manifest.tables:
        raise QueryError("the published build has no graph of people; `annals build` makes one that does")


def _counts(warehouse: OpenWarehouse, sql: str) -> dict[str, int]:
    return dict(select(warehouse.connection, sql).fetchall())
