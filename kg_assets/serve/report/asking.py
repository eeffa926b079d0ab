"""What the report asks of a build: the SQL of `sql/report`, over the analysts' views, rows by name."""

from collections.abc import Iterable, Sequence
from typing import Any

import duckdb

from kg_assets.core.data import data_path
from kg_assets.serve.report.content import Place

Row = dict[str, Any]


def rows(connection: duckdb.DuckDBPyConnection, name: str, **parameters: Any) -> list[Row]:
    """The rows of a SELECT of `sql/report`."""
    sql = data_path(f"sql/report/{name}.sql").read_text(encoding="utf-8")
    return _named(connection.execute(sql, parameters) if parameters else connection.execute(sql))


def what_mattered(connection: duckdb.DuckDBPyConnection, month: str, focal: str) -> list[Row]:
    """What a month was about, as the analysts' macro says it."""
    return _named(
        connection.execute(
            "FROM what_mattered($month) WHERE whose_entity_id = $focal", {"month": month, "focal": focal}
        )
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


def _named(cursor: Any) -> list[Row]:
    names = [column[0] for column in cursor.description]
    return [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]
