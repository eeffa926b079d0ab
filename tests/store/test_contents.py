"""Same rows, same bytes; other rows, an error that names the table and the column."""

import dataclasses
import json
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import duckdb
import polars as pl
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kg_assets.core.contract import TEXTS, Column, Table, members
from kg_assets.core.errors import ContractError, WarehouseError
from kg_assets.store import contents as module
from kg_assets.store.contents import Content, ContentStore, check_columns, is_sorted
from kg_assets.store.groups import groups
from kg_assets.store.home import Home
from kg_assets.store.rows import instant_text, read_batches, read_table
from kg_assets.store.sqlrun import add_views, session

CONTRACT = Table(
    name="kg.things",
    meaning="Things.",
    columns=(
        Column("kind", "text", "Kind.", values=("A", "B")),
        Column("thing_id", "text", "Id."),
        Column("score", "float", "Score.", nullable=True),
        Column("count", "int", "Count.", nullable=True),
        Column("is_new", "bool", "New."),
        Column("body", "text", "Words.", nullable=True, content=True),
        Column("raw", "json", "Raw."),
        Column("blob", "bytes", "Bytes.", nullable=True),
    ),
    key=("thing_id",),
    order=("kind",),
)

row = st.tuples(
    st.sampled_from(["A", "B"]),
    st.none() | st.floats(allow_nan=False),
    st.none() | st.integers(-(2**63), 2**63 - 1),
    st.booleans(),
    st.none() | st.text(st.characters(exclude_categories=["Cs"]), max_size=8),
    st.binary(max_size=4) | st.none(),
)
PROPERTY = settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])


def table_of(rows: list[tuple[object, ...]]) -> pa.Table:
    columns = {
        "kind": [r[0] for r in rows],
        "thing_id": [f"{i:04}" for i in range(len(rows))],
        "score": [r[1] for r in rows],
        "count": [r[2] for r in rows],
        "is_new": [r[3] for r in rows],
        "body": [r[4] for r in rows],
        "raw": ["{}" for _ in rows],
        "blob": [r[5] for r in rows],
    }
    types = {field.name: field.type for field in CONTRACT.arrow_schema()}
    return pa.table({name: pa.array(values, types[name]) for name, values in columns.items()})


def chunked(table: pa.Table, cuts: list[int]) -> pa.Table:
    edges = [0, *sorted(cut % (table.num_rows + 1) for cut in cuts), table.num_rows]
    return pa.concat_tables([table.slice(a, b - a) for a, b in pairwise(edges)])


@PROPERTY
@given(st.lists(row, max_size=40), st.randoms(use_true_random=False), st.lists(st.integers(0, 50), max_size=5))
def test_order_and_chunks_in_memory_do_not_change_a_byte(
    home: Home, rows: list[tuple[object, ...]], random: object, cuts: list[int]
) -> None:
    store, table = ContentStore(home), table_of(rows)
    places = list(range(len(rows)))
    random.shuffle(places)  # type: ignore[attr-defined]
    shuffled = chunked(table.take(pa.array(places, pa.int64())), cuts)
    first = store.write_table(CONTRACT, table)
    assert store.write_table(CONTRACT, shuffled.select(sorted(shuffled.schema.names))) == first
    read = pq.read_table(store.path(first))
    assert read.schema == CONTRACT.arrow_schema()
    expected = sorted(table.to_pylist(), key=lambda r: (r["kind"], r["thing_id"]))
    assert read.to_pylist() == expected


def test_other_widths_of_the_same_values_give_the_same_bytes(home: Home) -> None:
    store = ContentStore(home)
    table = table_of([("A", 0.5, 1, True, "x", b"y"), ("B", None, None, False, None, None)])
    narrow = table.set_column(3, "count", table["count"].cast(pa.int32()))
    assert store.write_table(CONTRACT, narrow) == store.write_table(CONTRACT, table)
    assert store.write_table(CONTRACT, pl.from_arrow(table).to_arrow()) == store.write_table(CONTRACT, table)
    nothing = table.set_column(5, "body", pa.nulls(2))
    assert store.write_table(CONTRACT, nothing).rows == 2


def test_row_groups_are_exact(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "ROWS_PER_GROUP", 10)
    store = ContentStore(home)
    table = table_of([("A", 0.5, i, True, "x", None) for i in range(25)])
    content = store.write_table(CONTRACT, chunked(table, [3, 9, 14, 22]))
    metadata = pq.ParquetFile(store.path(content)).metadata
    assert [metadata.row_group(i).num_rows for i in range(metadata.num_row_groups)] == [10, 10, 5]
    assert metadata.row_group(0).column(0).compression == "ZSTD"
    assert metadata.format_version == "2.6"
    assert b"ARROW:schema" not in (metadata.metadata or {})


def test_a_table_that_is_looked_up_is_cut_finer(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "ROWS_PER_GROUP", 10)
    monkeypatch.setattr(module, "ROWS_PER_LOOKUP", 4)
    contract = dataclasses.replace(CONTRACT, is_looked_up=True)
    table = table_of([("A", 0.5, i, True, "x", None) for i in range(9)])
    store = ContentStore(home)
    metadata = pq.ParquetFile(store.path(store.write_table(contract, table))).metadata
    assert [metadata.row_group(i).num_rows for i in range(metadata.num_row_groups)] == [4, 4, 1]
    assert contract.version() != CONTRACT.version(), "files of another cut are other files"


def test_a_group_too_wide_for_arrow_is_halved_by_its_values_only(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kg_assets.store.groups.MOST_BYTES_PER_COLUMN", 400)
    store = ContentStore(home)
    table = table_of([("A", 0.5, i, True, "w" * 100, None) for i in range(20)])
    content = store.write_table(CONTRACT, table)
    assert store.write_table(CONTRACT, chunked(table, [1, 2, 13])) == content
    groups = pq.ParquetFile(store.path(content)).metadata.num_row_groups
    assert groups == 8
    assert pq.read_table(store.path(content)).to_pylist() == table.to_pylist()


def test_an_empty_table_has_a_file_with_the_schema(home: Home) -> None:
    store = ContentStore(home)
    content = store.write_table(CONTRACT, CONTRACT.arrow_schema().empty_table())
    assert content.rows == 0
    assert pq.read_schema(store.path(content)) == CONTRACT.arrow_schema()


def test_content_columns_have_no_dictionary_and_enums_do(home: Home) -> None:
    store = ContentStore(home)
    content = store.write_table(CONTRACT, table_of([("A", 0.5, i, True, "x", None) for i in range(50)]))
    group = pq.ParquetFile(store.path(content)).metadata.row_group(0)
    with_dictionary = {group.column(i).path_in_schema for i in range(8) if group.column(i).has_dictionary_page}
    assert "kind" in with_dictionary
    assert not with_dictionary & {"body", "raw", "blob"}


def broken() -> list[tuple[str, pa.Table, str]]:
    table = table_of([("A", 0.5, 1, True, "x", None)])
    return [
        ("missing", table.drop_columns(["score"]), r"kg\.things: missing columns score$"),
        ("extra", table.append_column("more", pa.array([1])), r"kg\.things: unknown columns more$"),
        ("twice", table.append_column("raw", pa.array(["x"])), r"kg\.things: columns that occur twice raw$"),
        ("type", table.set_column(2, "score", pa.array(["x"])), r"kg\.things\.score: double was expected, string was"),
        ("narrow float", table.set_column(2, "score", pa.array([1.0], pa.float32())), r"kg\.things\.score: double"),
        ("decimal", table.set_column(3, "count", pa.array([1]).cast(pa.decimal128(38, 0))), r"kg\.things\.count"),
        ("null", table.set_column(6, "raw", pa.array([None], pa.string())), r"kg\.things\.raw: 1 of 1 values are null"),
    ]


@pytest.mark.parametrize(("table", "said"), [b[1:] for b in broken()], ids=[b[0] for b in broken()])
def test_rows_that_break_the_contract_are_refused(home: Home, table: pa.Table, said: str) -> None:
    with pytest.raises(ContractError, match=said):
        ContentStore(home).write_table(CONTRACT, table)
    assert not list(home.contents.rglob("*.parquet"))
    assert not list(home.tmp.iterdir())


def test_rows_that_leave_out_what_they_may_are_accepted(home: Home) -> None:
    table = table_of([("A", None, None, True, None, None)])
    check_columns(CONTRACT, table)
    assert ContentStore(home).write_table(CONTRACT, table).rows == 1


values = st.lists(st.none() | st.integers(0, 2), max_size=6)


@PROPERTY
@given(st.lists(st.tuples(st.none() | st.integers(0, 2), st.none() | st.sampled_from("ab")), max_size=7))
def test_is_sorted_agrees_with_sorting(rows: list[tuple[int | None, str | None]]) -> None:
    table = pa.table(
        {"a": pa.array([r[0] for r in rows], pa.int64()), "b": pa.array([r[1] for r in rows], pa.string())}
    )
    nulls_last = [((a is None, a or 0), (b is None, b or "")) for a, b in rows]
    expected = nulls_last == sorted(nulls_last)
    assert is_sorted(table, ["a", "b"]) is expected or len(rows) < 2


def test_files_are_private_and_damage_is_found(home: Home) -> None:
    store = ContentStore(home)
    content = store.write_table(CONTRACT, table_of([("A", 0.5, 1, True, "x", None)]))
    path = store.path(content)
    assert path.stat().st_mode & 0o777 == 0o600
    assert path == home.contents / "kg" / "things" / f"{content.sha256[:12]}.parquet"
    store.verify(content)
    data = bytearray(path.read_bytes())
    data[10] ^= 1
    path.write_bytes(bytes(data))
    with pytest.raises(WarehouseError, match="is damaged; remove it and build again"):
        store.verify(content)
    # A torn file of an earlier power cut is replaced when the same rows are written again.
    path.write_bytes(b"")
    assert not store.exists(content)
    assert store.write_table(CONTRACT, table_of([("A", 0.5, 1, True, "x", None)])) == content
    store.verify(content)
    path.unlink()
    with pytest.raises(WarehouseError, match="is missing"):
        store.verify(content)


def test_two_contents_of_one_prefix_are_an_error(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    store = ContentStore(home)
    content = store.write_table(CONTRACT, table_of([("A", 0.5, 1, True, "x", None)]))
    twin = home.tmp / "twin"
    twin.write_bytes(b"other")
    with pytest.raises(WarehouseError, match="the same first twelve digits"):
        store._place(Content(content.table, content.sha256[:12] + "0" * 52, 1, 5), twin)
    store.verify(content)


def test_a_finished_file_moves_into_the_store(home: Home, tmp_path: Path) -> None:
    contract = Table("kg.index", "An index.", (Column("id", "text", "Id."),), ("id",), file_format="arrays")
    store = ContentStore(home)
    for folder in (home.tmp, tmp_path):
        made = folder / "made"
        made.write_bytes(b"ANNALS")
        content = store.write_file(contract, made, 3)
        assert not made.exists()
    assert store.path(content).name.endswith(".arrays")
    assert store.path(content).read_bytes() == b"ANNALS"
    assert content.rows == 3
    with pytest.raises(ContractError, match="write it with write_file"):
        store.write_table(contract, pa.table({"id": ["a"]}))


def test_sync_takes_every_new_file_once(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    synced: list[Path] = []
    monkeypatch.setattr(module, "sync_file", synced.append)
    monkeypatch.setattr(module, "sync_directory", synced.append)
    store = ContentStore(home)
    made = [store.write_table(CONTRACT, table_of([("A", float(i), 1, True, "x", None)])) for i in range(3)]
    store.sync(made)
    store.sync(made)
    folder = home.contents / "kg" / "things"
    assert sorted(synced) == sorted([*map(store.path, made), folder, folder.parent, home.contents])


def test_a_file_limit_is_explained_and_nothing_half_stands(home: Home) -> None:
    """A full disk and a reached limit fail in the middle of a file, inside the Parquet writer."""
    script = (
        "import resource,sys,os,pyarrow as pa\n"
        "from pathlib import Path\n"
        "from kg_assets.core.contract import Column,Table\n"
        "from kg_assets.store.contents import ContentStore\n"
        "from kg_assets.store.home import Home\n"
        "t=Table('kg.t','T.',(Column('a','text','A.',content=True),),('a',))\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE,(4096,4096))\n"
        "rows=pa.table({'a':[os.urandom(50).hex() for _ in range(5000)]})\n"
        "ContentStore(Home(Path(sys.argv[1]))).write_table(t,rows)\n"
    )
    done = subprocess.run([sys.executable, "-c", script, str(home.root)], capture_output=True, text=True)
    assert done.returncode == 1
    assert "WarehouseError: cannot write" in done.stderr
    assert "larger than this system allows" in done.stderr
    assert not [path for path in home.warehouse.rglob("*") if path.is_file()]


def test_a_folder_that_may_not_be_written_is_explained(
    home: Home, messages: Callable[..., pa.Table], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Root may write anywhere, so the child gives up its rights first where it has any."""
    home.tmp.chmod(0o500)
    script = (
        "import ctypes,os,sys,pyarrow as pa\n"
        "from pathlib import Path\n"
        "from kg_assets.core.contract import Column,Table\n"
        "from kg_assets.store.contents import ContentStore\n"
        "from kg_assets.store.home import Home\n"
        "if os.geteuid()==0:\n"
        "    libc=ctypes.CDLL(None)\n"
        "    header=(ctypes.c_uint32*2)(0x20080522,0)\n"
        "    assert libc.capset(header,(ctypes.c_uint32*6)())==0\n"
        "t=Table('kg.t','T.',(Column('a','text','A.'),),('a',))\n"
        "ContentStore(Home(Path(sys.argv[1]))).write_table(t,pa.table({'a':['x']}))\n"
    )
    environment = os.environ | {"PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(
        [sys.executable, "-c", script, str(home.root)], capture_output=True, text=True, env=environment
    )
    home.tmp.chmod(0o700)
    assert done.returncode == 1
    assert "WarehouseError: cannot write" in done.stderr
    assert "chmod u+w" in done.stderr


def test_a_file_says_what_it_is_how_it_is_sorted_and_where_its_pages_are(home: Home) -> None:
    rows = [("B" if i % 3 else "A", float(i), i, True, f"word {i}", b"") for i in range(60)]
    store = ContentStore(home)
    file = pq.ParquetFile(store.path(store.write_table(CONTRACT, table_of(rows))))
    said = {key: value for key, value in (file.metadata.metadata or {}).items() if key.startswith(b"annals.")}
    assert said == {b"annals.table": b"kg.things", b"annals.contract": CONTRACT.version().encode()}
    group = file.metadata.row_group(0)
    order = [(file.schema.column(c.column_index).name, c.descending) for c in group.sorting_columns]
    assert order == [("kind", False), ("thing_id", False)]
    assert all(group.column(i).has_offset_index and group.column(i).has_column_index for i in range(8))
    read = file.read().to_pydict()
    keys = list(zip(read["kind"], read["thing_id"], strict=True))
    assert keys == sorted(keys)
    assert sorted(read["count"]) == list(range(60))


VISITS = Table(
    name="kg.visits",
    meaning="Visits.",
    columns=(
        Column("visit_id", "text", "Which."),
        Column("begun_utc", "instant", "When it began."),
        Column("ended_utc", "instant", "When it ended.", nullable=True),
    ),
    key=("begun_utc", "visit_id"),
)
# The first and the last instant, one before 1970, and thousandths: nothing may be rounded.
BEGUN = (
    "0001-01-01T00:00:00.000Z", "1969-12-31T23:59:59.999Z", "2024-02-29T12:34:56.789Z", "9999-12-31T23:59:59.999Z",
)  # fmt: skip


def visits(*begun: str) -> pa.Table:
    ended = [None if i % 2 else text for i, text in enumerate(begun)]
    return pa.table({"visit_id": [f"v{i}" for i in range(len(begun))], "begun_utc": begun, "ended_utc": ended})


def test_an_instant_is_a_timestamp_for_every_tool_and_text_for_a_stage(home: Home) -> None:
    store = ContentStore(home)
    path = store.path(store.write_table(VISITS, visits(*BEGUN).take([3, 1, 0, 2])))
    assert {str(pq.read_schema(path).field(name).type) for name in ("begun_utc", "ended_utc")} == {"timestamp[ms]"}
    assert pl.read_parquet(path).schema["begun_utc"] == pl.Datetime("ms")
    with duckdb.connect() as connection:
        # Whatever the zone of a session, the hour is that of UTC.
        connection.execute("SET TimeZone = 'Pacific/Auckland'")
        ask = connection.execute
        kinds = ask(f"SELECT DISTINCT typeof(begun_utc), typeof(ended_utc) FROM '{path}'").fetchall()
        found = ask(f"SELECT visit_id FROM '{path}' WHERE begun_utc >= '2024-02-29 12:34:56.789'").fetchall()
        hours = ask(f"SELECT hour(begun_utc), ended_utc FROM '{path}' ORDER BY begun_utc").fetchall()
        add_views(connection, {"kg.visits": [path]})
        told = ask("SELECT begun_utc, ended_utc FROM kg.visits ORDER BY 1").fetchall()
    assert kinds == [("TIMESTAMP", "TIMESTAMP")]
    assert sorted(found) == [("v2",), ("v3",)]
    assert [hour for hour, _ in hours] == [0, 23, 12, 23]
    assert [instant_text(ended) for _, ended in hours] == [BEGUN[0], None, BEGUN[2], None]
    assert told == [(BEGUN[0], BEGUN[0]), (BEGUN[1], None), (BEGUN[2], BEGUN[2]), (BEGUN[3], None)]
    read = read_table(path)
    assert read.schema.types == VISITS.arrow_schema().types
    assert read.to_pylist() == sorted(visits(*BEGUN).to_pylist(), key=lambda row: row["begun_utc"])
    (batch,) = read_batches(path, 10, ["ended_utc"])
    assert batch["ended_utc"].to_pylist() == [BEGUN[0], None, BEGUN[2], None]


@pytest.mark.parametrize(
    "odd",
    [
        "2024-02-29", "2024-02-30T00:00:00.000Z", "2024-02-29T12:34:56Z", "2024-02-29 12:34:56.789Z",
        "2024-02-29T12:34:56.789+01:00", "soon",
    ],
)  # fmt: skip
def test_what_is_no_instant_is_refused_without_being_told(home: Home, odd: str) -> None:
    with pytest.raises(ContractError) as raised:
        ContentStore(home).write_table(VISITS, visits(BEGUN[2], odd))
    assert "kg.visits.begun_utc" in str(raised.value)
    assert "2024-03-01T12:00:00.000Z is one" in str(raised.value)
    assert odd not in str(raised.value)


def test_another_contract_of_the_same_rows_is_told_apart_in_the_file(home: Home) -> None:
    stricter = replace(CONTRACT, unique=(("body",),))
    rows = [("A", 1.0, 1, True, "word", b"")]
    store = ContentStore(home)
    one, other = (store.write_table(contract, table_of(rows)) for contract in (CONTRACT, stricter))
    assert one.sha256 != other.sha256
    assert pq.read_table(store.path(one)).equals(pq.read_table(store.path(other)))


SHAPES = Table(
    name="kg.shapes",
    meaning="JSON of one shape.",
    columns=(
        Column("shape_id", "text", "Which."),
        Column("names_json", "json", "Names.", shape=TEXTS),
        Column("place_json", "json", "Where.", nullable=True, shape=members(start="int", end="int", share="float")),
        Column("other_json", "json", "Anything."),
    ),
    key=("shape_id",),
)
# Signs that JSON escapes, a number without a fraction, and no value must come back as they were.
NAMES = ('["Zoë \\"Z\\"","a\\\\b","\\n/"]', "[]", '["[]","null"]')
PLACES = ('{"end":9,"share":1,"start":3}', None, '{"end":null,"share":0.25,"start":3}')


def shapes(names: Sequence[str] = NAMES, places: Sequence[str | None] = PLACES) -> pa.Table:
    ids = [f"s{i}" for i in range(len(names))]
    other = ['{"a":1}', "[1]", '"text"'][: len(names)]
    return pa.table({"shape_id": ids, "names_json": names, "place_json": places, "other_json": other})


def test_json_of_one_shape_is_nested_for_every_tool_and_text_for_a_stage(home: Home) -> None:
    store = ContentStore(home)
    path = store.path(store.write_table(SHAPES, shapes().take([2, 0, 1])))
    with session(1, "100MB") as connection:
        ask = connection.execute
        kinds = ask(f"SELECT DISTINCT typeof(names_json), typeof(place_json), typeof(other_json) FROM '{path}'")
        assert kinds.fetchall() == [
            ("VARCHAR[]", 'STRUCT("end" BIGINT, "share" DOUBLE, "start" BIGINT)', "VARCHAR")
        ]  # fmt: skip
        assert ask(f"SELECT unnest(names_json) FROM '{path}' WHERE shape_id = 's0'").fetchall() == [
            ('Zoë "Z"',), ("a\\b",), ("\n/",)
        ]  # fmt: skip
        assert ask(f"SELECT place_json.start FROM '{path}' ORDER BY shape_id").fetchall() == [(3,), (None,), (3,)]
        add_views(connection, {"kg.shapes": [path]})
        told = ask("SELECT names_json, place_json FROM kg.shapes ORDER BY shape_id").fetchall()
    assert [name for name, _ in told] == list(NAMES)
    assert [place and json.loads(place) for _, place in told] == [place and json.loads(place) for place in PLACES]
    read = read_table(path)
    assert read.schema.equals(SHAPES.arrow_schema(), check_metadata=True)
    assert read.to_pylist() == shapes().to_pylist()
    (batch,) = read_batches(path, 10, ["names_json"])
    assert batch["names_json"].to_pylist() == list(NAMES)


@pytest.mark.parametrize(
    "odd",
    ['["words"]', '{"end":9,"start":3}', '{"end":9,"more":1,"share":1,"start":3}', '{"end":"9","share":1,"start":3}'],
)  # fmt: skip
def test_json_of_another_shape_is_refused_without_being_told(home: Home, odd: str) -> None:
    with pytest.raises(ContractError) as raised:
        ContentStore(home).write_table(SHAPES, shapes(NAMES[:1], [odd]))
    assert "kg.shapes.place_json: JSON of another shape" in str(raised.value)
    assert odd not in str(raised.value)


def test_only_json_has_a_shape_and_nothing_is_sorted_by_it() -> None:
    with pytest.raises(ValueError, match="only JSON has a shape"):
        replace(SHAPES, columns=(Column("shape_id", "text", "Which.", shape=TEXTS),))
    with pytest.raises(ValueError, match="nothing is sorted by it"):
        replace(SHAPES, order=("names_json",))


@given(
    st.lists(st.tuples(st.integers(0, 9), st.none() | st.text(max_size=9)), max_size=40), st.data(), st.integers(1, 50)
)
def test_groups_are_the_rows_in_their_order_whatever_pieces_they_lie_in(
    values: list[tuple[int, str | None]], data: st.DataObject, most_bytes: int
) -> None:
    rows = pa.table({"key": [key for key, _ in values], "text": pa.array([text for _, text in values], pa.string())})
    cuts = sorted(data.draw(st.lists(st.integers(0, len(values)), max_size=4)))
    pieces = [rows.slice(start, end - start) for start, end in pairwise([0, *cuts, len(values)])]
    order = pc.sort_indices(rows, sort_keys=[("key", "ascending")])
    with pytest.MonkeyPatch.context() as monkeypatch:
        monkeypatch.setattr("kg_assets.store.groups.MOST_BYTES_PER_COLUMN", most_bytes)
        found = list(groups(pa.concat_tables(pieces), order, 7))
    assert [row for part in found for row in part.to_pylist()] == rows.take(order).to_pylist()
    assert all(part.num_rows <= 7 for part in found)
    sizes = [[len((text or "").encode()) for text in part["text"].to_pylist()] for part in found]
    assert all(sum(size) <= most_bytes or len(size) == 1 for size in sizes)
