"""Files are read by their names, never as patterns or addresses."""

from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from kg_assets.core.names import path_of_text, path_text, readable
from kg_assets.store.sqlrun import add_views, session


@pytest.mark.parametrize("odd", ["a?b", "a*b", "a[x]b", "50%", "o'clock", "{a,b}", "#1"])
def test_a_table_is_read_from_the_folder_that_was_named(tmp_path: Path, odd: str) -> None:
    """Of two folders of like names DuckDB read both, the name of one being a pattern that fits the other."""
    for number, name in enumerate([odd, "axb", "ab", "a", "b"]):
        (tmp_path / name).mkdir(exist_ok=True)
        pq.write_table(pa.table({"number": [number]}), tmp_path / name / "t.parquet")
    with session(1, "1GB") as connection:
        add_views(connection, {"kg.t": [tmp_path / odd / "t.parquet"]})
        assert connection.sql("SELECT number FROM kg.t").fetchall() == [(0,)]


def test_a_path_of_any_bytes_can_be_kept_as_text() -> None:
    for raw in (b"/notes/caf\xe9", b"/notes/caf\xc3\xa9", b"/50%/a b"):
        path = Path(raw.decode("utf-8", "surrogateescape"))
        assert path_of_text(path_text(path)) == path
        path_text(path).encode("utf-8")
    assert readable(Path("/notes/caf\udce9")) == "/notes/caf\\xe9"
