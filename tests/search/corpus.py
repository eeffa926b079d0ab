"""A few messages as rows of `kg.messages`, and an index over them."""

from pathlib import Path

import polars as pl

from kg_assets.core.config import load_config
from kg_assets.core.data import data_path
from kg_assets.house import HOUSE
from kg_assets.search.index import read_words
from kg_assets.search.opened import SearchIndex
from kg_assets.search.postings import COLUMNS, index_arrays
from kg_assets.search.stages import WORDS_FILE
from kg_assets.store.arrays import write_arrays

CONFIG = load_config(HOUSE.sections)
FINDING = CONFIG.section("finding")


def messages(*said: tuple[str, str, str | None, str]) -> pl.DataFrame:
    """Messages of (conversation, role, time, text), named m0, m1 and so on."""
    rows = [
        dict(zip(COLUMNS, (f"m{n}", conversation, "chatgpt", role, None, None, time, text), strict=True))
        for n, (conversation, role, time, text) in enumerate(said)
    ]
    schema = dict.fromkeys(COLUMNS, pl.String)
    return pl.DataFrame(rows, schema=schema)


def write_index(
    folder: Path, rows: pl.DataFrame, titles: dict[str, str] | None = None, slices: int = 1000, **changed: object
) -> Path:
    """The file of an index over rows, read so many at once."""
    settings = CONFIG.section("search").model_copy(update=changed)
    words, months = read_words(data_path(WORDS_FILE), CONFIG.section("terms"))
    parts = [rows.slice(start, slices) for start in range(0, len(rows), slices)]
    arrays, facts = index_arrays(parts, titles or {}, settings, words, months, "UTC")
    path = folder / f"index-{slices}"
    write_arrays(path, arrays, facts)
    return path


def index_over(folder: Path, rows: pl.DataFrame, titles: dict[str, str] | None = None) -> SearchIndex:
    return SearchIndex(write_index(folder, rows, titles))
