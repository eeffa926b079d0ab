"""Rows that wait on disk: the same rows in the same order, also none, and no file that stays."""

import gc
import os
from pathlib import Path

import pyarrow as pa
import pytest

from kg_assets.claims.spill import on_disk

SCHEMA = pa.schema([("n", pa.int64()), ("words", pa.string())])


def part(first: int, count: int) -> pa.Table:
    numbers = range(first, first + count)
    return pa.table({"n": list(numbers), "words": [None if n % 3 == 0 else "é" * n for n in numbers]}, schema=SCHEMA)


def test_rows_come_back_as_they_were(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    parts = [part(0, 5), part(5, 0), part(5, 40)]
    kept = on_disk(SCHEMA, iter(parts))
    assert os.listdir(tmp_path) == []
    del parts
    gc.collect()
    assert kept.equals(part(0, 45))
    assert kept.schema == SCHEMA


def test_no_rows() -> None:
    assert on_disk(SCHEMA, []).num_rows == on_disk(SCHEMA, [part(0, 0)]).num_rows == 0
