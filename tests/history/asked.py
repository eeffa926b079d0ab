"""The macros of time over the rows of a small life, as publication makes them."""

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import duckdb

from kg_assets.claims.vocabulary import read_vocabulary
from kg_assets.core.config import load_config
from kg_assets.core.data import data_path
from kg_assets.history.contracts import ASSERTION_TEMPORALIZED, CLAIM_HOLDINGS, CLAIM_SPANS
from kg_assets.history.macros import WORDS, history_macros
from kg_assets.history.rules import PREDICATES_FILE, RULES_FILE, read_rules, rule_rows
from kg_assets.house import HOUSE
from kg_assets.store.readonly import Answer
from tests.history.lived import IDS, Lived, Outcome, instant, predicate_id, tables_of
from tests.instants import as_in_files

AS_OF = "2025"
STORED = (ASSERTION_TEMPORALIZED, CLAIM_SPANS, CLAIM_HOLDINGS)


class Asked:
    """A connection to the tables and macros of one build."""

    def __init__(self, connection: duckdb.DuckDBPyConnection) -> None:
        self.connection = connection

    def rows(self, sql: str, *parameters: Any) -> list[dict[str, Any]]:
        return Answer(self.connection.execute(sql, list(parameters))).named()

    def plan(self, sql: str) -> str:
        """What DuckDB means to do: a long text where it walks through the steps of stage 5."""
        return str(self.connection.execute(f"EXPLAIN {sql}").fetchall())

    def facts(self, valid_at: str | None = None, known_at: str | None = None, basis: str = "stated") -> list[str]:
        """The ids of what was true."""
        rows = self.rows("FROM facts_as_of(?, ?, ?)", valid_at, known_at, basis)
        return sorted(row["assertion_id"] for row in rows)

    def changes(self, t1: str, t2: str, axis: str) -> list[tuple[str, str, str | None]]:
        """Kind, claim and day of every change on one axis."""
        rows = self.rows("FROM changes_between(?, ?) WHERE axis = ?", t1, t2, axis)
        return [(row["kind"], row["assertion_id"], (row["at_utc"] or "")[:10]) for row in rows]


def asking(
    world: Lived,
    outcome: Outcome | None = None,
    as_of: str = AS_OF,
    horizon: str | None = AS_OF,
    is_stored: bool = False,
) -> Asked:
    """The rows of a life under the names that they have in kg.duckdb.

    What stage 5 wrote is for `timeline`, and with `is_stored` for all that is asked of the build's own moment.
    """
    connection = _macros(as_of, horizon)
    if is_stored and outcome is not None:
        connection = connection_with(as_of, horizon, outcome.files)
    for name, rows in tables_of(world).items():
        _show(connection, name.removeprefix("kg."), rows)
    if outcome is not None:
        for table in STORED:
            (path,) = outcome.files[table.name]
            name = table.name.removeprefix("kg.")
            connection.execute(f"CREATE OR REPLACE TABLE {name} AS FROM read_parquet('{path}')")
    return Asked(connection)


@cache
def _macros(as_of: str, horizon: str | None) -> duckdb.DuckDBPyConnection:
    """One for all tests: macros read whatever their tables hold when they are asked, and making them takes long."""
    return connection_with(as_of, horizon, None)


def connection_with(
    as_of: str, horizon: str | None, files: Mapping[str, Sequence[Path]] | None
) -> duckdb.DuckDBPyConnection:  # fmt: skip
    """The macros of a build of these files, over empty tables."""
    connection = duckdb.connect(config={"threads": 1})
    config = load_config(HOUSE.sections)
    vocabulary = read_vocabulary(data_path(PREDICATES_FILE))
    labels = {label: predicate_id(label) for label in vocabulary.terms}
    _show(connection, "invalidation_rules", rule_rows(read_rules(data_path(RULES_FILE), vocabulary), IDS, labels, {}))
    for table in STORED:
        _show(connection, table.name.removeprefix("kg."), table.arrow_schema().empty_table())
    for name, rows in tables_of(Lived()).items():
        _show(connection, name.removeprefix("kg."), rows)
    connection.execute(data_path(WORDS).read_text(encoding="utf-8"))
    connection.execute(history_macros(config, instant(as_of), instant(horizon) if horizon else None, files))
    return connection


def _show(connection: duckdb.DuckDBPyConnection, name: str, rows: Any) -> None:
    connection.register("given", as_in_files(rows))
    connection.execute(f"CREATE OR REPLACE TABLE {name} AS FROM given")
    connection.unregister("given")
