"""The overlay's steps over a handful of rows: tables are made of dictionaries, columns that nobody names are NULL."""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from functools import cache
from pathlib import Path
from typing import Any

import duckdb
import pyarrow as pa

from kg_assets.core.config import load_config
from kg_assets.core.selects import PARAMETER
from kg_assets.house import HOUSE
from kg_assets.overlay.settings import OverlaySettings
from tests.conftest import ROOT

AS_OF = "2026-03-01T00:00:00.000Z"
Row = Mapping[str, Any]
NO_ECHOES = [
    {
        "message_id": "-",
        "char_start": 0,
        "char_end": 0,
        "source_node_id": "thread:-",
        "relation_type": "-",
        "is_contradiction": False,
    }
]


@cache
def settings() -> OverlaySettings:
    """The shipped settings, read once: they cannot be changed."""
    found: OverlaySettings = load_config(HOUSE.sections).section("overlay")
    return found


def ask(file: str, tables: Mapping[str, Sequence[Row]], **changed: Any) -> list[dict[str, Any]]:
    """The rows of one SQL file of `sql/overlay` over these tables, with the shipped settings but for what is changed.

    Columns of tables of the build are those of their contracts; of earlier steps, those that the rows name.
    """
    select = (ROOT / "sql" / "overlay" / f"{file}.sql").read_text(encoding="utf-8")
    connection = duckdb.connect()
    connection.execute("ATTACH ':memory:' AS rows; USE rows; DETACH memory")  # which is a schema of the build
    for name, rows in tables.items():
        create(connection, name, rows)
    given = {**settings().model_dump(), "as_of": AS_OF, "horizon": AS_OF, **changed}
    used = {name: given[name] for name in set(PARAMETER.findall(select))}
    result = connection.execute(select, used)
    names = [column[0] for column in result.description or ()]
    return [dict(zip(names, map(_plain, row), strict=True)) for row in result.fetchall()]


def alike(one: str, other: str) -> bool:
    """Whether the night puts two names forward as one."""
    node = {"node_kind": "world_entity", "source_kind": "entity", "is_active": True}
    pair = [{**node, "node_id": "a", "canonical_name": one}, {**node, "node_id": "b", "canonical_name": other}]
    return bool(ask("reading/alike", {"overlay.nodes": pair}))


def _plain(value: Any) -> Any:
    # A number that a step leaves as a decimal is a float in the table.
    return float(value) if isinstance(value, Decimal) else value


def create(connection: duckdb.DuckDBPyConnection, name: str, rows: Sequence[Row]) -> None:
    """Make a table of these rows."""
    schema, _, table = name.rpartition(".")
    if schema:
        connection.execute(f"CREATE SCHEMA IF NOT EXISTS {schema}")
    contract = HOUSE.tables.get(name)
    if contract is not None:
        filled = [{column.name: row.get(column.name) for column in contract.columns} for row in rows]
        arrow = pa.Table.from_pylist(
            filled, pa.schema([field.with_nullable(True) for field in contract.arrow_schema()])
        )
    else:
        columns = list(dict.fromkeys(key for row in rows for key in row))
        arrow = pa.Table.from_pylist([{c: row.get(c) for c in columns} for row in rows])
    connection.register(f"_{table}", arrow)
    connection.execute(f'CREATE TABLE {f"{schema}." if schema else ""}"{table}" AS SELECT * FROM "_{table}"')


def lists(path: str) -> Path:
    return ROOT / "config" / "overlay" / path


def decide(bundles: Sequence[Row], relations: Sequence[Row], **changed: Any) -> list[dict[str, Any]]:
    """What the policy makes of bundles: its steps from the requirements of profiles to the budgets."""
    given = {name: changed.pop(name, ()) for name in ("gates", "requirements", "policy", "together")}
    nothing = {"evidence_bundle_id": "-", "field": "-", "candidate_class": "-", "surface": "-", "is_latest": False,
               "is_tripped": False}  # fmt: skip
    whole = [{"support_mention_ids": [], **row} for row in bundles]
    whole = [{**row, "first_mention": {"surface": "chatgpt", **row["first_mention"]}} for row in whole]
    requirements = [{"relation_type": "-", "field": "-", "operator": "exists", "value": 0.0}, *given["requirements"]]
    mentions = changed.pop("mentions", ())
    tables: dict[str, Sequence[Row]] = {"bundles": whole, "overlay.relation_types": relations}
    unmet = ask("evidence/unmet", {"bundles": whole, "requirements": requirements,
                                   "overlay.mention_observations": mentions})  # fmt: skip
    judged = ask("evidence/judged", {**tables, "unmet": [nothing, *unmet], "gates": [nothing, *given["gates"]],
                                     "policy": [{"relation_type": "-", "bonus": 0.0}, *given["policy"]],
                                     "together": [{"source_node_id": "-", "target_node_id": "-"}, *given["together"]]},
                 **changed)  # fmt: skip
    circles = ask("evidence/circles", {"judged": judged})
    return ask("evidence/decided", {"judged": judged, "circles": [nothing, *circles]}, **changed)
