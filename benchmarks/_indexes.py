"""Search indexes over invented tables, made by the same SELECTs and functions as in a build."""

from pathlib import Path
from typing import Any

import polars as pl

from kg_assets.core.data import data_path
from kg_assets.search.asking import ASKING_FILE, read_relations
from kg_assets.search.claims import claim_arrays
from kg_assets.search.hopped import HopIndex
from kg_assets.search.hops import hop_arrays
from kg_assets.search.stages import CLAIMS_FILE, HOP_FILES, RELATIONS_FILE
from kg_assets.search.told import ClaimIndex
from kg_assets.search.words import Words
from kg_assets.store.arrays import write_arrays


def claim_index(connection: Any, words: Words, folder: Path) -> ClaimIndex:
    """Writes the search index of claims into the folder, and opens it."""
    relations = _rows(connection, RELATIONS_FILE).to_dicts()
    asked_as = read_relations(data_path(ASKING_FILE))
    write_arrays(folder / "claims", *claim_arrays(_rows(connection, CLAIMS_FILE), relations, words, asked_as))
    return ClaimIndex(folder / "claims")


def hop_index(connection: Any, folder: Path) -> HopIndex:
    """Writes the search index of hops (from one message to others) into the folder, and opens it."""
    rows = {name: _rows(connection, file) for name, file in HOP_FILES.items()}
    write_arrays(folder / "hops", *hop_arrays(rows, _rows(connection, RELATIONS_FILE)["category"].to_list()))
    return HopIndex(folder / "hops")


def _rows(connection: Any, file: str) -> pl.DataFrame:
    """The rows that a SELECT of the build gives over tables named without a schema: `claims` for
    `kg.claims`."""
    sql = data_path(file).read_text(encoding="utf-8").replace("kg.", "")
    rows = pl.DataFrame(connection.sql(sql).to_arrow_table())
    # A stage sees instants as text.
    return rows.with_columns(pl.col(pl.Datetime).dt.strftime("%Y-%m-%dT%H:%M:%S%.3fZ"))
