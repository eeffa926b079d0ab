"""No SELECT of `sql/` may give another result when its rows come in another order (design §5)."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import duckdb
import pytest

from tests.conftest import ROOT

# What these give depends on which row comes first, unless they are told an order.
_NEED_AN_ORDER = {
    "array_agg", "first", "first_value", "group_concat", "lag", "last", "last_value", "lead", "list", "listagg",
    "nth_value", "ntile", "row_number", "string_agg",
}  # fmt: skip
# These have no order that would help, or are sums of floats, whose last digits depend on it.
_REFUSED = {
    "any_value", "approx_count_distinct", "approx_quantile", "approx_top_k", "arbitrary", "arg_max", "arg_min", "avg",
    "corr", "favg", "fsum", "kahan_sum", "max_by", "mean", "min_by", "mode", "product", "reservoir_quantile", "stddev",
    "stddev_pop", "stddev_samp", "var_pop", "var_samp", "variance",
}  # fmt: skip
# Total where they are told which is less by a key of several columns.
_BY_KEY = {"arg_max", "arg_min", "max_by", "min_by"}
_MACRO = re.compile(r"CREATE (?:TEMP )?(?:MACRO|VIEW|TABLE) .*?\bAS(?: TABLE)?\s+(?=WITH\b|SELECT\b)", re.DOTALL)
_EXPRESSION = re.compile(r"CREATE (?:TEMP )?MACRO \w+\([^)]*\) AS\s+", re.DOTALL)
_CONNECTION = duckdb.connect()
FILES = sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "sql").rglob("*.sql"))


def selects(text: str) -> Iterator[str]:
    """The SELECTs of a file: itself, or those that its macros, views and tables stand for."""
    for statement in duckdb.extract_statements(text):
        query = statement.query.strip().rstrip(";")
        if not query.startswith("COMMENT"):
            if (table := _MACRO.search(query)) is not None:
                yield query[table.end() :]
            elif (expression := _EXPRESSION.match(query)) is not None:
                yield f"SELECT {query[expression.end() :]}"
            else:
                yield query


def unordered(select: str) -> list[str]:
    """The functions of a SELECT that depend on the order of rows, and LIMITs without one."""
    row = _CONNECTION.execute("SELECT json_serialize_sql(?::VARCHAR)", [select]).fetchone()
    tree = json.loads(row[0] if row else "{}")
    assert not tree["error"], tree
    return sorted({name for node in _nodes(tree) for name in _faults(node)})


def _nodes(node: Any) -> Iterator[dict[str, Any]]:
    if isinstance(node, dict):
        yield node
    for child in node.values() if isinstance(node, dict) else node if isinstance(node, list) else ():
        yield from _nodes(child)


def _faults(node: dict[str, Any]) -> Iterator[str]:
    kinds = [one["type"] for one in node.get("modifiers") or ()] if isinstance(node.get("modifiers"), list) else []
    if "LIMIT_MODIFIER" in kinds and "ORDER_MODIFIER" not in kinds:
        yield "limit"
    name = node.get("function_name")
    if name in _REFUSED and not (name in _BY_KEY and _is_struct(node["arguments"][1]["expression"])):
        yield name
    elif name in _NEED_AN_ORDER:
        told = node.get("order_bys") or {}
        orders = told.get("orders") if isinstance(told, dict) else told
        if not (orders or node.get("orders")):
            yield name


def _is_struct(node: dict[str, Any]) -> bool:
    return node.get("function_name") == "struct_pack"


def test_no_result_depends_on_the_order_of_rows() -> None:
    texts = {file: (ROOT / file).read_text(encoding="utf-8") for file in FILES}
    found = {file: [(unordered(select), select[:60]) for select in selects(text)] for file, text in texts.items()}
    assert [file for file in FILES if not found[file] and "SELECT" in texts[file]] == []
    assert [(file, one) for file in FILES for one in found[file] if one[0]] == []


@pytest.mark.parametrize(
    ("select", "fault"),
    [
        ("SELECT any_value(a) FROM t", "any_value"), ("SELECT first(a) FROM t", "first"),
        ("SELECT list(a) FROM t", "list"), ("SELECT string_agg(a, ',') FROM t", "string_agg"),
        ("SELECT row_number() OVER (PARTITION BY a) FROM t", "row_number"), ("SELECT avg(a) FROM t", "avg"),
        ("SELECT arg_max(a, b) FROM t", "arg_max"), ("SELECT a FROM (SELECT a FROM t LIMIT 3)", "limit"),
        ("WITH x AS (SELECT lag(a) OVER () AS b FROM t) SELECT b FROM x", "lag"),
    ],
)  # fmt: skip
def test_what_depends_on_it_is_found(select: str, fault: str) -> None:
    assert unordered(select) == [fault]


def test_an_order_makes_them_total() -> None:
    ordered = "SELECT list(a ORDER BY a), row_number() OVER (ORDER BY a) FROM t ORDER BY ALL LIMIT 2"
    assert unordered(ordered) == []


def test_the_bodies_of_macros_are_read_too(tmp_path: Path) -> None:
    macro = "CREATE MACRO m(x := NULL) AS TABLE\nSELECT any_value(a) AS a FROM t;\nCOMMENT ON MACRO TABLE m IS 'so';"
    assert [unordered(select) for select in selects(macro)] == [["any_value"]]
