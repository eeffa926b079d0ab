"""What the report asks of a build: the SQL of `sql/report`, over the analysts' views, rows by name."""

from collections.abc import Iterable, Sequence
from typing import Any

import duckdb

from kg_assets.core.data import data_path
from kg_assets.report.content import Place
from kg_assets.report.story_words import story_words

Row = dict[str, Any]


def rows(connection: duckdb.DuckDBPyConnection, name: str, **parameters: Any) -> list[Row]:
    """The rows of a SELECT of `sql/report`."""
    return _named(connection.execute(_text(name), parameters or None))


def prepare(connection: duckdb.DuckDBPyConnection) -> None:
    """Ask for the history once, and put every claim to its matter; what is asked afterwards reads that."""
    turns = [
        (state, event, is_beginning, rank)
        for rank, (state, turn) in enumerate(story_words().states.items())
        for events, is_beginning in ((turn.begun_by, True), (turn.ended_by, False))
        for event in events
    ]
    connection.execute(_text("history_known"))
    names = ("turn_states", "turn_events", "turn_begins", "turn_ranks")
    connection.execute(_text("told"), dict(zip(names, map(list, zip(*turns, strict=True)), strict=True)))


def plans(connection: duckdb.DuckDBPyConnection) -> list[Row]:
    """What everybody means to do, and what became of it."""
    phrases = [(phrase, event) for event, said in story_words().fulfilled_by.items() for phrase in said]
    return rows(
        connection, "plans", phrases=[phrase for phrase, _ in phrases], fulfilling=[event for _, event in phrases]
    )


def words_at(
    connection: duckdb.DuckDBPyConnection, places: Sequence[Place], context: int, longest: int
) -> Iterable[tuple[Place, Row]]:
    """The words at each place that is still there."""
    if not places:
        return []
    found = rows(
        connection,
        "words",
        places=list(range(len(places))),
        ids=[place.message_id for place in places],
        starts=[place.char_start for place in places],
        ends=[place.char_end for place in places],
        context=context,
        longest=longest,
    )
    return [(places[row["place"]], row) for row in found]


def _text(name: str) -> str:
    return data_path(f"sql/report/{name}.sql").read_text(encoding="utf-8")


def _named(cursor: Any) -> list[Row]:
    names = [column[0] for column in cursor.description]
    return [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]
