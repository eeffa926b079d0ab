"""A few lines on what is already known about a project and its people, for an agent that reads new words (§42A.1).

The lines come in four groups (lanes), filled in this order: what the project is tied to, who takes part, what was
spoken of lately, what belongs to several projects. Each lane has a limit. Tokens reserved for a later lane are kept for
it if it has lines.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from kg_assets.queries.overlay import node_meant, tokens_of
from kg_assets.queries.settings import KnowingSettings
from kg_assets.queries.visibility import seen
from kg_assets.store.opened import OpenWarehouse
from kg_assets.store.readonly import select

Row = dict[str, Any]
_STATES = "('observed', 'suggested', 'confirmed', 'managed')"
# Nodes that may be shown in a gate, with the number of edges of each. Names that can mean anything are left out.
_NODES = f"""
WITH ends AS (
    SELECT source_id AS node_id, target_id AS other_id, relation_type, confidence FROM overlay.edges
    WHERE end_date IS NULL AND lifecycle_state <> 'suppressed'
    UNION ALL
    SELECT target_id, source_id, relation_type, confidence FROM overlay.edges
    WHERE end_date IS NULL AND lifecycle_state <> 'suppressed'
),
degrees AS (SELECT node_id, count(*) AS degree FROM ends GROUP BY node_id),
shown AS (
    SELECT n.*, coalesce(d.degree, 0) AS degree FROM overlay.nodes AS n LEFT JOIN degrees AS d USING (node_id)
    WHERE n.is_active AND n.source_kind <> 'thread' AND n.lifecycle_state IN {_STATES}
        AND n.canonical_name <> 'SELF' AND NOT starts_with(lower(n.canonical_name), 'the ')
        AND {seen("n.")}
)
"""
_LANES = {
    "work_context": f"""{_NODES}
        SELECT n.canonical_name, min(e.relation_type) AS relation, max(n.degree) AS degree
        FROM ends AS e JOIN shown AS n ON n.node_id = e.other_id WHERE e.node_id = $context
        GROUP BY n.node_id, n.canonical_name ORDER BY max(e.confidence) DESC, n.node_id LIMIT 40""",
    "participants": f"""{_NODES}
        SELECT n.canonical_name, n.subtype AS relation, n.degree FROM shown AS n
        WHERE list_has_any($participants, list_concat([lower(n.canonical_name)],
            (SELECT list(a.normalized_alias ORDER BY a.normalized_alias) FROM overlay.aliases AS a
             WHERE a.node_id = n.node_id)))
        ORDER BY n.confidence DESC, n.node_id LIMIT 5""",
    "recent": f"""{_NODES}
        SELECT n.canonical_name, n.subtype AS relation, n.degree FROM shown AS n
        WHERE n.updated_at >= $since ORDER BY n.updated_at DESC, n.node_id LIMIT 20""",
    "cross_context": f"""{_NODES}
        SELECT n.canonical_name, 'in ' || count(DISTINCT e.other_id) || ' projects' AS relation, max(n.degree) AS degree
        FROM ends AS e JOIN shown AS n USING (node_id) WHERE e.relation_type = 'linked_to_context'
        GROUP BY n.node_id, n.canonical_name HAVING count(DISTINCT e.other_id) > 1
        ORDER BY count(DISTINCT e.other_id) DESC, n.node_id LIMIT 20""",
}  # fmt: skip


@dataclass(frozen=True)
class Lane:
    """Lines of one sort, the most useful first. They may take at most `most` tokens; earlier lanes must leave
    `reserved` tokens to them."""

    name: str
    lines: tuple[str, ...]
    most: int
    reserved: int = 0


def filled(lanes: Sequence[Lane], most: int) -> Row:
    """Take lines lane by lane (a lane is a group of lines of one sort) until `most` tokens are used.

    Returns the lines taken (`lines`), their tokens in all (`tokens`) and by lane, the tokens that were reserved for
    lanes without lines (`released`), and how many lines all lanes had (`candidates`). Tokens reserved for a later lane
    are kept for it only if it has lines.
    """
    kept: list[str] = []
    share: dict[str, int] = {}
    left = most
    for number, lane in enumerate(lanes):
        kept_for_others = sum(other.reserved for other in lanes[number + 1 :] if other.lines)
        room = min(lane.most, left - kept_for_others)
        used = 0
        for line in lane.lines:
            if line in kept:
                continue
            if used + tokens_of(line) > room:
                break
            kept.append(line)
            used += tokens_of(line)
        share[lane.name] = used
        left -= used
    return {
        "lines": kept,
        "tokens": most - left,
        "tokens_by_lane": share,
        "released": {lane.name: lane.reserved for lane in lanes if lane.reserved and not lane.lines},
        "candidates": sum(len(lane.lines) for lane in lanes),
    }


def hit_rate(lines: Sequence[str], text: str) -> float:
    """The share, from 0 to 1, of the names in these lines (made by `gate`) that occur in the text."""
    names = [line.rsplit(" (", 1)[0].lower() for line in lines]
    return round(sum(name in text.lower() for name in names) / len(names), 12) if names else 0.0


def gate(
    warehouse: OpenWarehouse, context: str | None, participants: Sequence[str], text: str, settings: KnowingSettings,
    is_local: bool = True,
) -> Row:  # fmt: skip
    """What is already known about the project `context` and these people, as one row: its `lines`, and how many tokens
    they take (see `filled`). With `text` the row also has `hit_rate`: the share of the names in the lines that occur in
    the text. Nodes with more than `gate_hub_edges` edges are left out."""
    node = node_meant(warehouse, context, is_local)["node_id"] if context else ""
    given = {
        "context": node, "participants": [" ".join(name.lower().split()) for name in participants],
        "since": _days_before(warehouse, settings.gate_recent_days), "is_local": is_local,
    }  # fmt: skip
    hubs, lanes = 0, []
    for name, sql in _LANES.items():
        used = {key: value for key, value in given.items() if f"${key}" in sql}
        rows = select(warehouse.connection, sql, used).named()
        hubs += sum(row["degree"] > settings.gate_hub_edges for row in rows)
        lines = [_line(row) for row in rows if row["degree"] <= settings.gate_hub_edges]
        reserved = settings.gate_reserved_tokens.get(name, 0)
        lanes.append(Lane(name, tuple(lines), settings.gate_lane_tokens[name], reserved))
    made = filled(lanes, settings.gate_tokens)
    rate = hit_rate(made["lines"], text) if text else None
    is_idle = rate is not None and rate < settings.gate_least_hit_rate
    return {**made, "hubs_left_out": hubs, "hit_rate": rate, "is_idle": is_idle}


def _line(row: Row) -> str:
    return f"{row['canonical_name']} ({row['relation']})"


def _days_before(warehouse: OpenWarehouse, days: int) -> str:
    sql = "SELECT strftime(?::TIMESTAMP - to_days(?), '%Y-%m-%dT%H:%M:%S.%gZ')"
    return str(select(warehouse.connection, sql, [warehouse.manifest.as_of, days]).fetchall()[0][0])
