"""The report's queries: the SQL of `sql/report` over the analysts' views, with rows as dictionaries."""

from collections.abc import Iterable, Sequence
from typing import Any

import duckdb

from kg_assets.core.data import data_path
from kg_assets.report.content import Place
from kg_assets.store.readonly import Answer

Row = dict[str, Any]


def rows(connection: duckdb.DuckDBPyConnection, name: str, **parameters: Any) -> list[Row]:
    """The rows of the SELECT `sql/report/<name>.sql`."""
    return Answer(connection.execute(_text(name), parameters or None)).named()


def keep(connection: duckdb.DuckDBPyConnection, name: str) -> None:
    """Keep the rows of the SELECT `sql/report/<name>.sql` as a table of that name, as long as the connection lasts."""
    connection.execute(f"CREATE TEMP TABLE {name} AS {_text(name)}")


def run(connection: duckdb.DuckDBPyConnection, name: str) -> None:
    """Run the statements of `sql/report/<name>.sql`."""
    connection.execute(_text(name))


def words_at(
    connection: duckdb.DuckDBPyConnection, places: Sequence[Place], context: int, longest: int
) -> Iterable[tuple[Place, Row]]:
    """The words at each place, with the text around them. Places that no longer exist are left out."""
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
