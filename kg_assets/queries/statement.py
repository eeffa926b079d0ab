"""Decides whether a typed statement only reads. DuckDB's own parser makes a tree of it, and every node of the tree is
checked, at every depth.

Only kinds of nodes and functions that are known to read pass; everything else is refused.
"""

import json
from collections.abc import Iterator
from typing import Any

import duckdb

from kg_assets.core.errors import QueryError

_NODES = frozenset({"SELECT_NODE", "SET_OPERATION_NODE", "RECURSIVE_CTE_NODE", "CTE_NODE"})
_SOURCES = frozenset(
    {"BASE_TABLE", "SUBQUERY", "JOIN", "TABLE_FUNCTION", "EXPRESSION_LIST", "EMPTY", "PIVOT", "SHOW_REF", "CTE"}
)
# Table functions of DuckDB that only make rows of their arguments or describe the catalog. All others read files,
# change settings, or run a text as a statement.
_READING = """
collations duckdb_columns duckdb_constraints duckdb_databases duckdb_functions duckdb_indexes duckdb_keywords
duckdb_schemas duckdb_sequences duckdb_settings duckdb_tables duckdb_types duckdb_views functions generate_series
histogram histogram_values icu_calendar_names json_each json_tree pg_timezone_names pragma_collations pragma_show
pragma_table_info pragma_version range repeat repeat_row show show_databases show_tables show_tables_expanded
summary table_info test_all_types test_vector_types unnest version
"""
READING_TABLE_FUNCTIONS = frozenset(_READING.split())
# Scalar functions that change something, or do nothing but wait.
CHANGING_FUNCTIONS = frozenset({"currval", "nextval", "setval", "sleep_ms", "write_log"})
_EXPECTED = "one statement that only reads is expected: SELECT, WITH, FROM, VALUES, DESCRIBE, SHOW or SUMMARIZE"


def only_reading(connection: Any, sql: str) -> str:
    """The statement as it may be run. Raises an error with the reason if it does more than read."""
    statement, before = _single(sql), ""
    if statement.type == duckdb.StatementType.EXPLAIN:
        # Only the statement behind EXPLAIN is checked and must only read; it is then run as an EXPLAIN.
        statement, before = _single(_explained(statement.query)), "EXPLAIN "
    if statement.type != duckdb.StatementType.SELECT:
        raise QueryError(f"a statement of kind {_kind(statement)} was given; {_EXPECTED}")
    own = _OwnFunctions(connection)
    for node in _nodes(_parsed(connection, statement.query)):
        _check(node, own)
    return f"{before}{statement.query}"


def _single(sql: str) -> Any:
    try:
        sql.encode("utf-8")
    except UnicodeEncodeError as error:
        raise QueryError(
            f"character {error.start + 1} of the statement is no character of Unicode; leave it out"
        ) from None
    try:
        statements = duckdb.extract_statements(sql)
    except duckdb.Error as error:
        raise QueryError(str(error).strip()) from None
    if len(statements) != 1:
        raise QueryError(f"{len(statements)} statements were given; {_EXPECTED}")
    return statements[0]


def _kind(statement: Any) -> str:
    # A PIVOT that does not name the values of its columns is two statements: the first makes a type of these values.
    pivot = " (PIVOT: name the columns, FROM t PIVOT (sum(x) FOR y IN ('a', 'b')))"
    return f"{statement.type.name}{pivot if statement.type == duckdb.StatementType.MULTI else ''}"


def _explained(sql: str) -> str:
    """The statement behind the word EXPLAIN; comments before EXPLAIN are skipped. EXPLAIN ANALYZE is refused."""
    tokens = duckdb.tokenize(sql)
    word = next((offset for offset, _ in tokens if sql.encode()[offset : offset + 7].lower() == b"explain"), None)
    if word is None:
        raise QueryError(f"what is to be explained was not found; {_EXPECTED}")
    rest = sql.encode()[word + 7 :].decode("utf-8")
    if rest.split()[:1] and rest.split()[0].lower() == "analyze":
        raise QueryError("EXPLAIN ANALYZE runs what it explains; EXPLAIN alone shows the plan")
    return rest


def _parsed(connection: Any, sql: str) -> Any:
    try:
        row = connection.execute("SELECT json_serialize_sql(?::VARCHAR)", [sql]).fetchone()
        tree = json.loads(row[0])
    except RecursionError:
        raise QueryError("the statement is nested too deeply; write it in fewer levels") from None
    except duckdb.Error as error:
        raise QueryError(str(error).strip()) from None
    if tree.get("error") or len(tree.get("statements", [])) != 1:
        raise QueryError(f"{tree.get('error_message') or 'the statement cannot be looked at'}; {_EXPECTED}")
    return tree


def _nodes(tree: Any) -> Iterator[dict[str, Any]]:
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        if isinstance(node, dict):
            yield node
            waiting.extend(node.values())
        elif isinstance(node, list):
            waiting.extend(node)


class _OwnFunctions:
    """The table macros of the published file. They are looked up once, when a name is first checked against
    them."""

    def __init__(self, connection: Any) -> None:
        self._connection = connection
        self._names: frozenset[str] | None = None

    def __contains__(self, name: str) -> bool:
        if self._names is None:
            rows = self._connection.execute(
                "SELECT function_name FROM duckdb_functions() WHERE NOT internal AND function_type = 'table_macro'"
            ).fetchall()
            self._names = frozenset(row[0].lower() for row in rows)
        return name in self._names


def _check(node: dict[str, Any], own: _OwnFunctions) -> None:
    if "class" in node:
        name = str(node.get("function_name", ""))
        if name.lower() in CHANGING_FUNCTIONS:
            raise QueryError(f"the function {name} does more than read; {_EXPECTED}")
        return
    kind = str(node.get("type"))
    is_query = kind.endswith("_NODE") or "cte_map" in node or "modifiers" in node
    if (is_query and kind not in _NODES) or (not is_query and "sample" in node and kind not in _SOURCES):
        what = kind.removesuffix("_NODE").removesuffix("_QUERY")
        raise QueryError(f"a part of the statement is of kind {what}; {_EXPECTED}")
    if kind == "TABLE_FUNCTION":
        _check_table_function(node.get("function"), own)


def _check_table_function(function: Any, own: _OwnFunctions) -> None:
    name = str(function.get("function_name", "")).lower() if isinstance(function, dict) else ""
    if name not in READING_TABLE_FUNCTIONS and name not in own:
        raise QueryError(
            f"the table function {name or 'of the statement'} is not for typed statements: it could read files, change "
            f"settings or run another text; ask the tables that SHOW TABLES lists"
        )
