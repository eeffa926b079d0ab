"""Finds the tables that SQL reads, with DuckDB's own parser.

A stage's inputs and the order of its steps follow from them. What a SELECT means does not belong here.
"""

import json
import re
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from importlib.metadata import version
from pathlib import Path
from typing import Any

from kg_assets.core.data import shipped_path
from kg_assets.core.derived import Known, kept_beside, made_from
from kg_assets.core.errors import ContractError
from kg_assets.core.hashing import sha256_hex

# `$name` in a SELECT: a value that is given when it runs.
PARAMETER = re.compile(r"\$([a-z_][a-z0-9_]*)", re.ASCII)
# Macros of what words mean: statements that make them, which read no table of a build.
SHARED_MACROS = "sql/macros"
_MOST_KNOWN = 4000  # more SELECTs than a few versions of the house have


@lru_cache(maxsize=256)
def tables_named(files: tuple[str, ...]) -> frozenset[str]:
    """The tables that the SQL among these files and folders reads, as `schema.table`; names without a schema
    (steps, given tables) are left out. Only paths below `sql/` count, without `sql/macros`."""
    found: set[str] = set()
    for path in _selects(name for name in files if name.startswith("sql/") and name != SHARED_MACROS):
        found |= {name for name in tables_read(select_of(path)) if "." in name}
    return frozenset(found)


def _selects(names: Iterable[str]) -> Iterator[Path]:
    for name in names:
        path = shipped_path(name)
        yield from sorted(path.glob("*.sql")) if path.is_dir() else [path]


def select_of(path: Path) -> str:
    """The text of the one SELECT in a file."""
    return path.read_text(encoding="utf-8").strip().rstrip(";")


@lru_cache(maxsize=1024)
def tables_read(select: str) -> frozenset[str]:
    """The tables that a SELECT reads, with their schema if it names one. Names of its own WITH are left
    out."""
    return frozenset(_known().of(sha256_hex(select.encode()), lambda: _tables_read(select)))


def without_schema(select: str, schema: str) -> str:
    """The SELECT with the tables of this schema named without the schema. It then reads whatever takes the place of
    such a table on a connection, such as a temporary view of the same name."""
    tree = _tree(select)
    for node in _nodes(tree):
        if node.get("type") == "BASE_TABLE" and node["schema_name"] == schema:
            node["schema_name"], node["qualified_name"] = "", {"path": [node["table_name"]]}
    (text,) = _parser().execute("SELECT json_deserialize_sql(?::JSON)", [json.dumps(tree)]).fetchone()
    return str(text)


def _tree(select: str) -> Any:
    """The tree into which DuckDB parses a SELECT."""
    (text,) = _parser().execute("SELECT json_serialize_sql(?::VARCHAR)", [select]).fetchone()
    tree = json.loads(text)
    if tree["error"]:
        raise ContractError(f"DuckDB cannot parse a step: {tree['error_message']}")
    return tree


def _tables_read(select: str) -> list[str]:
    tree = _tree(select)
    found, own = set(), set()
    for node in _nodes(tree):
        if node.get("type") == "BASE_TABLE":
            found.add(".".join(filter(None, (node["schema_name"], node["table_name"]))))
        own |= {entry["key"] for entry in node.get("cte_map", {}).get("map", ())}
    return sorted(found - own)


def _nodes(tree: Any) -> Iterator[dict[str, Any]]:
    """Every object inside a JSON value, at any depth."""
    waiting = [tree]
    while waiting:
        one = waiting.pop()
        if isinstance(one, dict):
            yield one
            waiting += one.values()
        elif isinstance(one, list):
            waiting += one


@cache
def _known() -> Known[list[str]]:
    """For each SELECT read earlier on this installation, the tables that it reads. Parsing all of them again takes a
    twentieth of a small build."""
    return Known(kept_beside(__file__), made_from(__file__, version("duckdb")), _MOST_KNOWN, list)


@cache
def _parser() -> Any:
    # Imported here, because whoever only names stages need not wait for it.
    import duckdb

    return duckdb.connect(config={"threads": 1})
