"""The steps of a stage's SQL: which files of its folders are needed for what is wanted, and in which order.

A step is one SELECT in a file that is named like it; it names the rows of other steps like tables. No list repeats
that: DuckDB's own parser says which tables a SELECT reads. What a step does with its rows does not belong here.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, lru_cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import Any, NamedTuple

import duckdb

from kg_assets.core.derived import Known, kept_beside, made_from
from kg_assets.core.errors import ContractError
from kg_assets.core.hashing import sha256_hex

_MOST_KNOWN = 4000  # more steps than a few versions of the house have


class Step(NamedTuple):
    """A SELECT and the name under which others read its rows."""

    name: str
    select: str


def folder_steps(folders: Iterable[Path]) -> dict[str, Step]:
    """Every step of these folders by its name."""
    steps: dict[str, Step] = {}
    for path in (path for folder in folders for path in sorted(folder.glob("*.sql"))):
        if path.stem in steps:
            raise ContractError(f"two steps are called {path.stem}; rename {path.name} in one of the folders")
        steps[path.stem] = Step(path.stem, path.read_text(encoding="utf-8").strip().rstrip(";"))
    return steps


def ordered_steps(steps: Mapping[str, Step], wanted: Iterable[str], given: Iterable[str] = ()) -> list[Step]:
    """The steps that are needed for those wanted, each behind all that it reads; by name where either may come first.

    What is `given` is no step here, even if a file is called so.
    """
    known = steps.keys() - set(given)
    missing = sorted(set(wanted) - known)
    if missing:
        raise ContractError(f"no step is called {', '.join(missing)}; there are {', '.join(sorted(known))}")
    reads: dict[str, frozenset[str]] = {}
    waiting = list(wanted)
    while waiting:
        name = waiting.pop()
        if name not in reads:
            reads[name] = tables_read(steps[name].select) & (known - {name})
            waiting += sorted(reads[name])
    return [steps[name] for name in _sorted(reads)]


def _sorted(reads: Mapping[str, frozenset[str]]) -> Iterator[str]:
    sorter = TopologicalSorter(reads)
    try:
        sorter.prepare()
    except CycleError as circle:
        raise ContractError(f"steps read each other in a circle: {' reads '.join(circle.args[1][::-1])}") from circle
    while sorter.is_active():
        ready = sorted(sorter.get_ready())
        yield from ready
        sorter.done(*ready)


@lru_cache(maxsize=1024)
def tables_read(select: str) -> frozenset[str]:
    """The tables that a SELECT reads, with their schema where it names one, without those of its own WITH."""
    return frozenset(_known().of(sha256_hex(select.encode()), lambda: _tables_read(select)))


def _tables_read(select: str) -> list[str]:
    (text,) = _parser().execute("SELECT json_serialize_sql(?::VARCHAR)", [select]).fetchone()
    tree = json.loads(text)
    if tree["error"]:
        raise ContractError(f"DuckDB cannot parse a step: {tree['error_message']}")
    found, own = set(), set()
    for node in _nodes(tree):
        if node.get("type") == "BASE_TABLE":
            found.add(".".join(filter(None, (node["schema_name"], node["table_name"]))))
        own |= {entry["key"] for entry in node.get("cte_map", {}).get("map", ())}
    return sorted(found - own)


def _nodes(tree: Any) -> Iterator[dict[str, Any]]:
    """Every object of a JSON value."""
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
    """What was read in the steps of this installation: to parse them anew takes a twentieth of a small build."""
    return Known(kept_beside(__file__), made_from(__file__, duckdb.__version__), _MOST_KNOWN, list)


@cache
def _parser() -> Any:
    return duckdb.connect(config={"threads": 1})
