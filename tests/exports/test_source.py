"""Which build is exported: the published one, a named one, and none whose tables are not those of this version."""

from pathlib import Path

import pytest

from kg_assets.core.config import load_config
from kg_assets.core.errors import QueryError, WarehouseError
from kg_assets.exports.source import counting_rows, opened_build
from kg_assets.house import HOUSE
from kg_assets.store.builds import Builds, Manifest, TableRecord
from kg_assets.store.contents import Content
from kg_assets.store.home import Home

BUILD = "20260131T120000Z-0123abcd"


def _seal(home: Home, tables: dict[str, TableRecord]) -> None:
    as_of = "2026-01-31T12:00:00.000Z"
    Builds(home).seal(Manifest(BUILD, as_of, as_of, (), 0, tables, {}))


def _open(home: Home, named: str | None) -> None:
    with opened_build(home, load_config(HOUSE.sections), named):
        pass


def test_a_build_of_another_version_is_refused_with_the_command_that_renews_it(home: Home) -> None:
    _seal(home, {"kg.sources": TableRecord("an older contract", ())})
    with pytest.raises(QueryError, match=f"annals backfill --stale --build {BUILD}"):
        _open(home, BUILD)


def test_a_build_whose_files_were_swept_is_refused(home: Home) -> None:
    tables = {
        name: TableRecord(table.version(), (Content(name, "0" * 64, 1, 1),))
        for name, table in HOUSE.tables.items()
        if table.file_format == "parquet"
    }
    _seal(home, tables)
    with pytest.raises(WarehouseError, match=r"files of kg\.sources are missing"):
        _open(home, BUILD)


def test_an_unknown_build_and_an_empty_home_are_named(home: Home) -> None:
    with pytest.raises(QueryError, match="there is no build"):
        _open(home, "2025")
    with pytest.raises(WarehouseError, match="nothing is published yet"):
        _open(home, None)


def test_two_results_are_read_side_by_side(life: Home) -> None:
    """A connection that starts a query drops the rows of the one before, without a word."""
    with opened_build(life, load_config(HOUSE.sections), None) as build:
        counts: dict[str, int] = {}
        select = "SELECT node_id FROM graph_nodes ORDER BY node_id"
        first, second = (
            counting_rows(build.rows(select), counts, "first"),
            counting_rows(build.rows(select), counts, "second"),
        )
        assert all(a == b for a, b in zip(first, second, strict=True))
        wanted = build.manifest.tables["kg.graph_nodes"].rows
    assert counts == {"first": wanted, "second": wanted}


def test_numbers_of_the_configuration_stand_in_the_sql(life: Home, tmp_path: Path) -> None:
    own = tmp_path / "own.yaml"
    own.write_text("exports:\n  most_notes: 7\n", encoding="utf-8")
    with opened_build(life, load_config(HOUSE.sections, own), None) as build:
        assert "place <= 7\n" in build.sql("notes/kept.sql")
        assert len(list(build.rows_of("notes/kept.sql"))) == 7
