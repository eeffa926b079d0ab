"""Finds past conversations by words and times (§25.2, §25.3), and shows the latest one as a card to go on
from."""

import math
import re
from collections.abc import Mapping, Sequence
from typing import Any

from kg_assets.core.config import Config
from kg_assets.core.counting import counted
from kg_assets.core.data import data_path
from kg_assets.queries.overlay import threads_of
from kg_assets.queries.times_asked import looking_back, time_asked
from kg_assets.search.fusion import rrf
from kg_assets.store.opened import OpenWarehouse
from kg_assets.store.readonly import select

Row = dict[str, Any]
# More conversations than any home has: all are searched, and few are given.
_ALL = 1_000_000
_WORD = re.compile(r"\w+")
_LEAST_LETTERS = 3
_NORMAL_FILE = "sql/overlay/shared/normal.sql"
_NAMED = """
SELECT l.thread_id, sum(l.mention_count)::BIGINT AS mentions
FROM normal
JOIN overlay.aliases AS a ON contains(' ' || normal.normalized || ' ', ' ' || a.normalized_alias || ' ')
JOIN overlay.nodes AS n ON n.node_id = a.node_id AND n.source_kind <> 'thread'
JOIN overlay.thread_entity_links AS l ON l.node_id = n.node_id
WHERE length(a.normalized_alias) >= ?
GROUP BY l.thread_id ORDER BY mentions DESC, l.thread_id
"""


def recalled(
    warehouse: OpenWarehouse, asked: str, config: Config, most: int, is_local: bool = True
) -> tuple[list[Row], str]:
    """Two values: the conversations that a question means, the best first; and how many there are and of which time, in
    words.

    A time in the question, counted from the build's own moment, limits them to that time. Two rankings are fused: by
    words of their summaries and by names in the question.
    """
    window, rest = time_asked(asked, looking_back(config), warehouse.manifest.as_of)
    every = threads_of(warehouse, None, _ALL, is_local)
    inside = [row for row in every if window is None or window.contains(row["occurred_at"])]
    by_id = {row["thread_id"]: row for row in inside}
    named = [row["thread_id"] for row in _rows_named(warehouse, rest) if row["thread_id"] in by_id]
    fused = rrf([_by_words(rest, inside), named], config.section("finding").rrf_k)
    # If the question names a time and nothing else, all conversations of that time are meant.
    ids = [name for name, _ in fused] or ([row["thread_id"] for row in inside] if window else [])
    said = f"of {window.since[:10]} to before {window.until[:10]}" if window else "of any time"
    scores = dict(fused)
    rows = [{**by_id[name], "score": round(scores.get(name, 0.0), 6)} for name in ids[:most]]
    return rows, f"{counted(len(ids), 'conversation')} {said}"


def card(row: Mapping[str, Any]) -> str:
    """A conversation as a card to go on from; its first line marks it as a reference, not an instruction."""
    lines = ["[Prior Context — reference]", f"{row['title_hint'] or 'Untitled'}, {row['occurred_at'][:10]}"]
    lines += [f"decided: {item}" for item in row["key_decisions"]]
    lines += [f"open: {item}" for item in row["unresolved_items"]]
    return "\n".join([*lines, row["checkpoint_summary"]])


def _by_words(asked: str, rows: Sequence[Row]) -> list[str]:
    """The conversations whose summaries have words of the question, the best first; rare words weigh more."""
    wanted = {word for word in _WORD.findall(asked.lower()) if len(word) >= _LEAST_LETTERS}
    held = {row["thread_id"]: wanted & set(_WORD.findall(row["checkpoint_summary"].lower())) for row in rows}
    number = {word: sum(word in words for words in held.values()) for word in wanted}
    weight = {word: math.log(1 + len(rows) / count) for word, count in number.items() if count}
    scores = {name: math.fsum(weight[word] for word in sorted(words)) for name, words in held.items() if words}
    latest = {row["thread_id"]: place for place, row in enumerate(rows)}
    return sorted(scores, key=lambda name: (-scores[name], latest[name], name))


def _rows_named(warehouse: OpenWarehouse, words: str) -> list[Row]:
    """The conversations that name nodes with one of these names, those with the most mentions first."""
    normal = data_path(_NORMAL_FILE).read_text(encoding="utf-8")
    sql = f"WITH written AS (SELECT ?::VARCHAR AS words), normal AS ({normal}) {_NAMED}"
    return select(warehouse.connection, sql, [" ".join(_WORD.findall(words)), _LEAST_LETTERS]).named()
