"""What the overlay knows, as rows: a node, its page and evidence, its neighbours, the digest.

Nothing here prints. `is_local` says whether the answer stays on this machine; if not, everything that may not leave the
machine is left out.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any

from kg_assets.claims.saying import edge_said
from kg_assets.core.counting import counted
from kg_assets.core.data import data_path
from kg_assets.core.errors import QueryError
from kg_assets.overlay.payloads import MemoryDirective
from kg_assets.overlay.reading.pages import OBSERVED
from kg_assets.queries import standing
from kg_assets.queries.questions import QUESTIONS
from kg_assets.queries.shown import assistants, shown_in, tags_of, would_be_told
from kg_assets.queries.ties import ties_of
from kg_assets.queries.visibility import seen
from kg_assets.store.opened import OpenWarehouse
from kg_assets.store.readonly import rows_of

Row = dict[str, Any]
UNCONFIRMED = "suggested_unconfirmed"
_BRIEF_CHARS = 1000  # about 300 tokens
_CHARS_PER_TOKEN = 3.5
_BRIEF_QUOTES = 12
BRIEF_TIES, BRIEF_THREADS = 8, 3

_VISIBLE = seen(is_local="?")
_NODE = f"SELECT * FROM overlay.nodes WHERE node_id = ? AND {_VISIBLE}"
# Nodes are found by their whole name first, then by words of it; of several the one with the highest confidence.
_NORMAL_FILE = "sql/overlay/shared/normal.sql"
_WRITTEN = "WITH written AS (SELECT ?::VARCHAR AS words)"
# The normal form of the name is passed as a parameter, so that DuckDB can skip files by their statistics.
_BY_NAME = f"""
SELECT n.node_id, n.canonical_name, n.node_kind, n.confidence, 'alias_exact' AS found_by
FROM overlay.aliases a JOIN overlay.nodes n USING (node_id)
WHERE a.normalized_alias = ? AND n.is_active AND {seen("n.", "?")}
ORDER BY n.source_kind <> 'entity', n.confidence DESC, n.node_id LIMIT ?
"""
# The words of every name, weighed as in the build (§3.4).
_BY_WORDS = f"""
, asked AS (SELECT DISTINCT unnest(string_split(normalized, ' ')) AS word FROM normal),
names AS (
    SELECT w.node_id, w.normalized_alias, sum(w.weight::DECIMAL(38, 12)) AS bm25
    FROM overlay.name_words w JOIN asked USING (word) WHERE length(word) > 1 GROUP BY ALL
),
best AS (SELECT node_id, max(bm25) AS bm25 FROM names GROUP BY node_id)
SELECT n.node_id, n.canonical_name, n.node_kind, n.confidence, 'fts5_keyword' AS found_by
FROM best b JOIN overlay.nodes n USING (node_id)
WHERE n.is_active AND {seen("n.", "?")}
    {{stand}}
ORDER BY b.bm25 DESC, n.confidence DESC, n.node_id LIMIT ?
"""
# Nodes without a name (a goal, a conversation), and names that were only typed in part.
_BY_LETTERS = f"""
SELECT node_id, canonical_name, node_kind, confidence, 'fts5_keyword' AS found_by
FROM overlay.nodes
WHERE is_active AND {_VISIBLE} AND contains(lower(canonical_name), lower(trim(?))) AND trim(?) <> ''
    {{stand}}
ORDER BY source_kind <> 'entity', confidence DESC, node_id LIMIT ?
"""
_STAND = "AND node_id NOT IN (SELECT node_id FROM overlay.community_summaries WHERE NOT stands_for_all)"
_EVIDENCE = """
SELECT place, entry_type, source_description, source_ref, message_id, char_start, char_end, verbatim_excerpt,
    created_at, confidence_contribution, authorial_voice, still_current
FROM overlay.provenance_entries WHERE node_id = ? ORDER BY place
"""
_EVENTS = """
SELECT entry_type, count(*) AS times, sum(delta_alpha::DECIMAL(38, 12))::DOUBLE AS alpha,
    sum(delta_beta::DECIMAL(38, 12))::DOUBLE AS beta, min(occurred_at) AS first_at, max(occurred_at) AS last_at
FROM overlay.confidence_events WHERE node_id = ? GROUP BY entry_type ORDER BY times DESC, entry_type
"""
# The edges of today; or for a moment, those that held then, whatever their confidence is now.
_NEIGHBOURS = f"""
WITH both_ways AS (
    SELECT source_id AS node_id, target_id AS other_id, * FROM overlay.edges
    UNION ALL SELECT target_id, source_id, * FROM overlay.edges
)
SELECT b.other_id AS node_id, n.canonical_name, n.node_kind, b.relation_type, b.source_id = b.node_id AS is_source,
    b.confidence, b.effective_confidence, b.lifecycle_state, b.start_date, b.end_date
FROM both_ways b JOIN overlay.nodes n ON n.node_id = b.other_id
WHERE b.node_id = ? AND CASE
        WHEN ?::VARCHAR IS NULL THEN b.end_date IS NULL AND b.lifecycle_state <> 'suppressed'
        ELSE b.start_date::TIMESTAMP <= ?::TIMESTAMP AND coalesce(b.end_date::TIMESTAMP > ?::TIMESTAMP, TRUE)
    END
    AND {seen("n.", "?")}
    AND {seen("b.", "?")}
ORDER BY b.confidence DESC, b.other_id, b.relation_type
"""


def node_meant(warehouse: OpenWarehouse, typed: str, is_local: bool = True) -> Row:
    """The node with this id; if there is none, the node whose name fits the typed words best. Raises an error if none
    fits."""
    by_id = rows_of(warehouse, _NODE, [typed, is_local])
    if by_id:
        return by_id[0]
    found = resolve(warehouse, typed, is_local)
    if not found:
        raise QueryError(f"no node is called {typed!r}; `annals query 'FROM overlay.nodes'` lists them")
    return rows_of(warehouse, _NODE, [found[0]["node_id"], is_local])[0]


def resolve(
    warehouse: OpenWarehouse, typed: str, is_local: bool = True, most: int = 3, with_suppressed: bool = False
) -> list[Row]:
    """At most `most` nodes that the typed words may mean, with how each was found: by its whole name, or else by words
    of its name, or else by letters.

    Of nodes that were found by words or letters and say nearly the same, only the one that represents the others is
    given, unless `with_suppressed`.
    """
    found = rows_of(warehouse, _BY_NAME, [as_compared(warehouse, typed), is_local, most])
    is_grouped = not with_suppressed and "overlay.community_summaries" in warehouse.manifest.tables
    by_words, by_letters = (sql.replace("{stand}", _STAND if is_grouped else "") for sql in (_BY_WORDS, _BY_LETTERS))
    found = found or rows_of(warehouse, f"{_WRITTEN}, normal AS ({_normal()}) {by_words}", [typed, is_local, most])
    found = found or rows_of(warehouse, by_letters, [is_local, typed, typed, most])
    for row in found:
        is_enough = standing.is_routable(warehouse, row["node_id"], row["found_by"] == "alias_exact")
        row["marker"] = None if is_enough else UNCONFIRMED
    return found


def as_compared(warehouse: OpenWarehouse, typed: str) -> str:
    """A name in the normalized form in which names are compared."""
    (compared,) = rows_of(warehouse, f"{_WRITTEN} {_normal()}", [typed])
    return str(compared["normalized"])


@cache
def _normal() -> str:
    return data_path(_NORMAL_FILE).read_text(encoding="utf-8")


def node_names(warehouse: OpenWarehouse, ids: Sequence[str]) -> dict[str, str]:
    """The names of these nodes; a node that the build does not have is left out."""
    if not ids or "overlay.nodes" not in warehouse.manifest.tables:
        return {}
    sql = "SELECT node_id, canonical_name FROM overlay.nodes WHERE node_id IN (SELECT unnest(?)) ORDER BY node_id"
    return {row["node_id"]: row["canonical_name"] for row in rows_of(warehouse, sql, [list(ids)])}


def page_of(warehouse: OpenWarehouse, node_id: str) -> str:
    """The page of a node as Markdown; "" if it has none. Conversations, for example, have no page."""
    rows = rows_of(warehouse, "SELECT markdown FROM overlay.compiled_truth WHERE node_id = ?", [node_id])
    return str(rows[0]["markdown"]) if rows else ""


def neighbours(warehouse: OpenWarehouse, node_id: str, is_local: bool = True, at: str | None = None) -> list[Row]:
    """The edges of a node, each with the node at its other end, now or at the moment `at`, by falling confidence."""
    return rows_of(warehouse, _NEIGHBOURS, [node_id, at, at, at, is_local, is_local])


def inspect(
    warehouse: OpenWarehouse, query_type: str, target: str, is_local: bool = True, with_suppressed: bool = False
) -> Row:
    """The answer to one of the twelve questions (`QUESTIONS`): a sentence, the rows, and what can be asked
    next."""
    if query_type not in QUESTIONS:
        raise QueryError(f"there is no question {query_type!r}; the choices are {', '.join(QUESTIONS)}")
    if query_type == "agent_profile":
        return _told(*assistants(warehouse, target))
    if query_type == "search_knowledge":
        found = resolve(warehouse, target, is_local, 10, with_suppressed)
        fit = "fits" if len(found) == 1 else "fit"
        return _told(f"{counted(len(found), 'node')} {fit} {target!r}", found, ["node_detail"])
    if query_type == "suppression_list":
        silenced = rows_of(warehouse, _SUPPRESSED, [])
        are = "is" if len(silenced) == 1 else "are"
        return _told(f"{counted(len(silenced), 'name')} {are} silenced", silenced, [])
    return _ABOUT_NODE[query_type](warehouse, node_meant(warehouse, target, is_local), is_local)


_SUPPRESSED = """
SELECT o.normalized_mention, count(*) AS mentions, min(r.suppression_reason) AS reason
FROM overlay.mention_resolutions r JOIN overlay.mention_observations o USING (mention_id)
WHERE r.state = 'suppressed' GROUP BY ALL ORDER BY 1
"""


def _detail(warehouse: OpenWarehouse, node: Row, is_local: bool) -> Row:
    name, kind = node["canonical_name"], node["node_kind"].replace("_", " ")
    shown = {**node, "payload": json.loads(node["payload"])}
    others = standing.opposite(warehouse, node["node_id"], is_local)
    shown["to_verify"] = standing.to_verify(warehouse, node["node_id"], is_local)
    if node["node_kind"] == "domain_concept":
        shown["path"] = standing.path_of(warehouse, node["node_id"], is_local)
    if others:
        shown["tag"] = standing.DISTINGUISH
    told = f"{name} is a {kind}, {node['lifecycle_state']}, confidence {node['confidence']:.2f}"
    shown["ties"] = ties_of(warehouse, node)
    told = "; ".join([told, *shown["ties"]])
    contradicted = ", ".join(row["canonical_name"] for row in others)
    return _told(
        f"{told}; {standing.DISTINGUISH} contradicts {contradicted}" if others else told, [shown, *others],
        ["provenance_chain", "connected_nodes", "confidence_breakdown"],
    )  # fmt: skip


def _chain(warehouse: OpenWarehouse, node: Row, is_local: bool) -> Row:
    rows = rows_of(warehouse, _EVIDENCE, [node["node_id"]])
    noted = sum(row["entry_type"] == OBSERVED for row in rows)
    told = f"{node['canonical_name']} rests on {counted(len(rows) - noted, 'entry')}"
    told += f"; {counted(noted, 'remark')} of assistants is told beside them, which is no evidence" if noted else ""
    return _told(told, rows, ["confidence_breakdown"])


def _experience(warehouse: OpenWarehouse, node: Row, is_local: bool) -> Row:
    rows = rows_of(warehouse, _EVENTS, [node["node_id"]])
    fared = standing.experience_of(warehouse, node["node_id"])
    if fared is None or fared["depth"] == "light":
        times = sum(row["times"] for row in rows)
        trend = f", {fared['overall_trend']}" if fared else ""
        return _told(f"{node['canonical_name']} came up {counted(times, 'time')}{trend}", rows, ["provenance_chain"])
    told = f"{node['canonical_name']} was used {counted(fared['total_count'], 'time')}, {fared['success_count']} well"
    told += f", {fared['failure_count']} not; {fared['overall_trend']}"
    return _told(told, [fared, *rows], ["provenance_chain"])


def _breakdown(warehouse: OpenWarehouse, node: Row, is_local: bool) -> Row:
    """The calculation of a node's confidence, as a row and a sentence: alpha's share of alpha and beta, the factor
    by which it has faded with time, and the limits that lowered it further (§5.1, §5.4)."""
    half_life = rows_of(
        warehouse,
        "SELECT half_life_days FROM overlay.node_kind_tiers WHERE node_kind = ? AND subtype = '*'",
        [node["node_kind"]],
    )[0]["half_life_days"]
    share = node["alpha"] / (node["alpha"] + node["beta"])
    as_of = warehouse.manifest.as_of
    days = rows_of(
        warehouse,
        "SELECT greatest(0, epoch_ms(?::TIMESTAMP) - epoch_ms(?::TIMESTAMP)) / 86400000.0 AS days",
        [as_of, node["last_verified_at"]],
    )[0]["days"]
    decay = 1.0 if half_life is None else 0.5 ** (days / half_life)
    caps = _caps(node, share * decay)
    row = {"alpha": node["alpha"], "beta": node["beta"], "base": share, "age_days": days, "half_life_days": half_life,
           "decay": decay, "caps": caps, "result": node["confidence"]}  # fmt: skip
    if node["node_kind"] == "memory_directive":
        memory = MemoryDirective.model_validate_json(node["payload"])
        row["calibrated"] = memory.calibrated(node["alpha"], node["beta"])
    told = f"{node['canonical_name']}: {share:.3f} × {decay:.3f}{''.join(f', {cap}' for cap in caps)}"
    return _told(f"{told} = {node['confidence']:.3f}", [row], ["provenance_chain"])


def _caps(node: Mapping[str, Any], faded: float) -> list[str]:
    caps = []
    if node["node_kind"] == "domain_concept" and faded > node["confidence"]:
        caps.append("no authority")
    if node["staleness_state"] in ("expired", "invalidated"):
        caps.append(node["staleness_state"])
    return caps


def _connected(warehouse: OpenWarehouse, node: Row, is_local: bool) -> Row:
    rows = neighbours(warehouse, node["node_id"], is_local)
    others = {row["node_id"] for row in rows}
    return _told(f"{node['canonical_name']} is tied to {counted(len(others), 'node')}", rows, ["node_detail"])


def brief(warehouse: OpenWarehouse, node: Row, is_local: bool = True) -> str:
    """What is known of a node in at most about 300 tokens: what it is, its ties, conversations about it, and the
    words that it rests on."""
    tied = neighbours(warehouse, node["node_id"], is_local)[:BRIEF_TIES]
    return brief_of(warehouse, node, tied, threads_of(warehouse, node["node_id"], BRIEF_THREADS, is_local), is_local)


def brief_of(
    warehouse: OpenWarehouse, node: Row, tied: Sequence[Row], threads: Sequence[Row], is_local: bool = True
) -> str:
    """The text that `brief` gives for a node, made of ties and conversations that the caller has found (the
    lookup index finds them faster)."""
    lines = [f"{standing.DISTINGUISH} contradicts {row['canonical_name']}."
             for row in standing.opposite(warehouse, node["node_id"], is_local)]  # fmt: skip
    lines += [f"{node['canonical_name']}: {node['node_kind'].replace('_', ' ')} ({node['subtype']}), "
             f"{node['lifecycle_state']}, {node['staleness_state']}, confidence {node['confidence']:.2f}; "
             f"first {node['created_at'][:10]}, last {node['last_verified_at'][:10]}."]  # fmt: skip
    lines += [f"{tie[:1].upper()}{tie[1:]}." for tie in ties_of(warehouse, node)]
    if tied:
        lines.append(f"Tied: {'; '.join(edge_said(*_ends(node, row)) for row in tied)}.")
    lines += [f"Spoken of: {row['checkpoint_summary']}." for row in threads]
    quoted = [row for row in rows_of(warehouse, _EVIDENCE, [node["node_id"]]) if row["verbatim_excerpt"]]
    own = [row for row in quoted if row["entry_type"] != OBSERVED]
    said = "Said" if own else "Only an assistant said"
    for row in (own or quoted)[:_BRIEF_QUOTES]:
        lines.append(f"{said} {row['created_at'][:10]}: “{' '.join(row['verbatim_excerpt'].split())}”.")
    text = "\n".join(lines)
    # It is cut in the middle: if a whole line were left out, one long sentence could end a brief that has room for half
    # of it.
    return text if len(text) <= _BRIEF_CHARS else f"{text[: _BRIEF_CHARS - 1]}…"


def _ends(node: Row, tie: Row) -> tuple[str, str, str]:
    """An edge as (name of its source node, relation, name of its target node)."""
    own, other = node["canonical_name"], tie["canonical_name"]
    return (own, tie["relation_type"], other) if tie["is_source"] else (other, tie["relation_type"], own)


def tokens_of(text: str) -> int:
    """The approximate number of tokens in a text, computed from its length."""
    return -(-len(text) * 10 // int(_CHARS_PER_TOKEN * 10))


def _brief(warehouse: OpenWarehouse, node: Row, is_local: bool) -> Row:
    text = brief(warehouse, node, is_local)
    return _told(text, [{"brief": text, "tokens": tokens_of(text)}], ["connected_nodes"])


_ABOUT_NODE: Mapping[str, Callable[[OpenWarehouse, Row, bool], Row]] = {
    "node_detail": _detail,
    "provenance_chain": _chain,
    "experience_record": _experience,
    "confidence_breakdown": _breakdown,
    "connected_nodes": _connected,
    "entity_knowledge_brief": _brief,
    "injection_history": lambda warehouse, node, is_local: _told(*shown_in(warehouse, node, is_local)),
    "injection_decision": lambda warehouse, node, is_local: _told(*would_be_told(warehouse, node, is_local)),
    "tag_explanation": lambda warehouse, node, is_local: _told(*tags_of(node)),
}


def digest(warehouse: OpenWarehouse) -> list[Row]:
    """The lines of the weekly digest, in the order of its sections."""
    columns = "week_start, week_end, section, place, node_id, line"
    return rows_of(warehouse, f"SELECT {columns} FROM overlay.weekly_digest ORDER BY section, place", [])


_THREADS = """
SELECT t.thread_id, t.title_hint, t.occurred_at, t.turn_count, t.key_decisions, t.unresolved_items,
    t.checkpoint_summary
FROM overlay.conversation_threads t
"""


def threads_of(warehouse: OpenWarehouse, node_id: str | None, most: int, is_local: bool = True) -> list[Row]:
    """Summaries of conversations, the newest first; only those that name the node, if one is given."""
    sql = f"""
        {_THREADS}
        WHERE (? IS NULL OR t.thread_id IN (SELECT thread_id FROM overlay.thread_entity_links WHERE node_id = ?))
            AND {seen("t.", "?")}
        ORDER BY t.occurred_at DESC, t.thread_id LIMIT ?
    """
    return rows_of(warehouse, sql, [node_id, node_id, is_local, most])


def threads_with(warehouse: OpenWarehouse, ids: Sequence[str]) -> list[Row]:
    """The conversations with these ids, in the form of `threads_of`, the newest first."""
    if not ids:
        return []
    # One `?` for each id: for a list, DuckDB does not use the files' statistics.
    sql = f"{_THREADS} WHERE t.thread_id IN ({', '.join('?' * len(ids))}) ORDER BY t.occurred_at DESC, t.thread_id"
    return rows_of(warehouse, sql, list(ids))


def waiting(warehouse: OpenWarehouse, page: int = 1, size: int = 25) -> tuple[list[Row], int]:
    """A page of the questions that wait for the person's answer, by falling priority; and how many wait in
    all."""
    total = rows_of(warehouse, "SELECT count(*) AS n FROM overlay.review_queue WHERE status = 'pending'", [])[0]["n"]
    sql = "SELECT * FROM overlay.review_queue WHERE status = 'pending'"
    sql += " ORDER BY priority DESC, queue_item_id LIMIT ? OFFSET ?"
    return rows_of(warehouse, sql, [size, (page - 1) * size]), total


def _told(summary: str, data: list[Row], actions: list[str]) -> Row:
    return {"result_summary": summary, "result_data": data, "suggested_actions": actions}
