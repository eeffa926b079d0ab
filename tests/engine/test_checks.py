"""Every kind of rule that a contract can have, broken once by rows that break nothing else."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from kg_assets.core.contract import Column, Rule, Table
from kg_assets.engine.checks import check_tables
from kg_assets.mentions.contracts import TIME_MENTIONS
from kg_assets.store.sqlrun import session

TOWNS = Table("kg.towns", "Towns.", (Column("town_id", "text", "Id"),), key=("town_id",))
VISITS = Table(
    "kg.visits",
    "Visits to towns.",
    (
        Column("visit_id", "text", "Id"),
        Column("town_id", "text", "Where", nullable=True, references="kg.towns.town_id"),
        Column("mood", "text", "How it was", values=("good", "bad")),
        Column("begun_utc", "instant", "When it began"),
        Column("days", "int", "How long"),
        Column("guide", "text", "Who led", nullable=True),
    ),
    key=("visit_id",),
    unique=(("guide", "begun_utc"),),
    rules=(Rule("it_lasts", "A visit lasts a day at least.", "SELECT 1 FROM {kg.visits} WHERE days < 1"),),
)
GOOD = (
    {
        "visit_id": "v1",
        "town_id": "t1",
        "mood": "good",
        "begun_utc": "2020-01-02T03:04:05.006Z",
        "days": 3,
        "guide": "a",
    },
    {
        "visit_id": "v2",
        "town_id": None,
        "mood": "bad",
        "begun_utc": "2021-02-03T04:05:06.007Z",
        "days": 1,
        "guide": "b",
    },
)


def violations(folder: Path, contract: Table, rows: Sequence[Mapping[str, Any]], **others: pa.Table) -> dict[str, int]:
    """What the check counts of these rows, only what is not 0."""
    pq.write_table(pa.Table.from_pylist(list(rows), contract.arrow_schema()), folder / "rows.parquet")
    files = {contract.name: [folder / "rows.parquet"]}
    for name, table in others.items():
        pq.write_table(table, folder / f"{name}.parquet")
        files[f"kg.{name}"] = [folder / f"{name}.parquet"]
    with session(1, "1GB", folder) as connection:
        (result,) = check_tables(connection, [contract], files)
    assert result.passed is not any(result.violations.values())
    return {name: count for name, count in result.violations.items() if count}


@pytest.mark.parametrize(
    ("rows", "found"),
    [
        (GOOD, {}),
        # Twice is one too many: not only from three on.
        ((*GOOD, GOOD[0] | {"guide": "c"}), {"unique(visit_id)": 1}),
        ((*GOOD, GOOD[0] | {"visit_id": "v3"}), {"unique(guide, begun_utc)": 1}),
        ((GOOD[0] | {"town_id": "t9"}, GOOD[1]), {"references(town_id -> kg.towns.town_id)": 1}),
        ((GOOD[0] | {"mood": "Good"}, GOOD[1]), {"values(mood)": 1}),
        ((GOOD[0] | {"days": 0}, GOOD[1] | {"days": -4}), {"it_lasts": 2}),
    ],
)
def test_each_kind_of_rule_sees_what_breaks_it(
    tmp_path: Path, rows: Sequence[Mapping[str, Any]], found: Mapping[str, int]
) -> None:
    towns = pa.table({"town_id": ["t1", "t2"]})
    assert violations(tmp_path, VISITS, rows, towns=towns) == found


_SAID, _LATER = "2023-11-14T22:13:20.000Z", "2023-11-15T00:00:00.000Z"


@pytest.mark.parametrize(
    ("changed", "found"),
    [
        ({}, {}),
        ({"valid_to_utc": None}, {"intervals_are_half_open": 1}),
        ({"valid_from_utc": None}, {"intervals_are_half_open": 1}),
        ({"valid_to_utc": _SAID}, {"intervals_are_half_open": 1}),
        ({"resolved_type": "instant"}, {"intervals_are_half_open": 1}),
        ({"quality": "imputed"}, {"relative_needs_an_original_time": 1}),
        ({"quality": "imputed", "raw_parse_json": '{"expression":{"shape":"Date"}}'}, {}),
    ],
)
def test_the_rules_of_times_see_what_breaks_them(
    tmp_path: Path, changed: Mapping[str, Any], found: Mapping[str, int]
) -> None:
    row = {
        "time_mention_id": "t1", "message_id": "m1", "char_start": 0, "char_end": 9, "surface_text": "last week",
        "surface_hash": "h", "pattern_id": "p", "pattern_precedence": 1, "anchor_time_utc": _SAID,
        "resolved_type": "interval", "valid_from_utc": _SAID, "valid_to_utc": _LATER, "resolution_granularity": "week",
        "timezone_assumed": "UTC", "confidence": 0.9, "raw_parse_json": '{"expression":{"shape":"Relative"}}',
    }  # fmt: skip
    quality = changed.get("quality", "original")
    message = pa.table(
        {"message_id": ["m1"], "timestamp_quality": [quality], "created_at_utc": [_SAID], "text_raw": ["last week"]}
    )
    row |= {name: value for name, value in changed.items() if name != "quality"}
    assert violations(tmp_path, TIME_MENTIONS, [row], messages=message) == found


def test_rules_are_asked_of_what_is_new_and_keys_of_all(tmp_path: Path) -> None:
    old = [GOOD[0] | {"days": 0}, GOOD[1]]
    new = [GOOD[0] | {"guide": "c", "town_id": "t9"}, GOOD[1] | {"visit_id": "v4", "guide": "d", "days": -7}]
    files = {}
    for name, rows in {"old": old, "new": new}.items():
        files[name] = tmp_path / f"{name}.parquet"
        pq.write_table(pa.Table.from_pylist(rows, VISITS.arrow_schema()), files[name])
    pq.write_table(pa.table({"town_id": ["t1", "t2"]}), tmp_path / "towns.parquet")
    given = {VISITS.name: [files["old"], files["new"]], TOWNS.name: [tmp_path / "towns.parquet"]}
    counted = {}
    for news in ("new", "none"):
        paths = [files["new"]] if news == "new" else []
        with session(1, "1GB", tmp_path) as connection:
            (result,) = check_tables(connection, [VISITS], given, {VISITS.name: paths})
        counted[news] = {name: count for name, count in result.violations.items() if count}
    of_all = {"unique(visit_id)": 1, "references(town_id -> kg.towns.town_id)": 1}
    assert counted == {"new": of_all | {"it_lasts": 1}, "none": of_all}


def test_of_what_is_unchanged_nothing_is_asked_but_what_reads_something_else(tmp_path: Path) -> None:
    """Its own columns and rules were checked as they are; what it refers to may be gone."""
    broken = [GOOD[0] | {"days": 0, "town_id": "t9"}, GOOD[0] | {"mood": "odd"}]
    pq.write_table(pa.Table.from_pylist(broken, VISITS.arrow_schema()), tmp_path / "visits.parquet")
    pq.write_table(pa.table({"town_id": ["t1", "t2"]}), tmp_path / "towns.parquet")
    files = {VISITS.name: [tmp_path / "visits.parquet"], TOWNS.name: [tmp_path / "towns.parquet"]}
    counted = []
    for unchanged in ([VISITS.name], [VISITS.name, TOWNS.name]):
        with session(1, "1GB", tmp_path) as connection:
            (result,) = check_tables(connection, [VISITS], files, unchanged=unchanged)
        counted.append({name: count for name, count in result.violations.items() if count})
    assert counted == [{"references(town_id -> kg.towns.town_id)": 1}, {}]
