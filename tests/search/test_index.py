"""The index: what it holds, that its bytes follow from the messages, and what is said of a file that is none."""

from pathlib import Path

import numpy as np
import polars as pl
import pytest

from kg_assets.core.errors import WarehouseError
from kg_assets.search.opened import SearchIndex
from kg_assets.search.spread import reached
from kg_assets.store.arrays import NO_TIME, open_arrays, write_arrays
from tests.search.corpus import index_over, messages, write_index

TALK = messages(
    ("a", "user", "2024-03-05T10:00:00.000Z", "Where did you park the bicycle?"),
    ("a", "user", "2024-03-05T10:01:00.000Z", "Behind the station."),
    ("a", "user", "2024-03-05T18:00:00.000Z", "Then I walk."),
    ("b", "user", None, "Bicycles, bicycles!"),
)


def test_words_count_for_their_neighbours_and_end_with_the_session(tmp_path: Path) -> None:
    index = index_over(tmp_path, TALK)
    term = index.term("bicycl")
    assert term is not None
    amounts = np.zeros(index.rows, np.float32)
    index.add_amounts(amounts, term)
    # What was asked counts twice half for the answer; eight hours later and elsewhere it counts for nothing.
    assert amounts.tolist() == pytest.approx([1.0, 0.5 * 2.0, 0.0, 2.0])
    assert index.arrays["session"].tolist() == [0, 0, 1, 2]
    assert index.arrays["asks"].tolist() == [True, False, False, False]
    assert index.arrays["time"][3] == NO_TIME


def test_an_answer_tells_little_of_its_question(tmp_path: Path) -> None:
    index = index_over(tmp_path, TALK)
    term = index.term("station")
    assert term is not None
    amounts = np.zeros(index.rows, np.float32)
    index.add_amounts(amounts, term)
    assert amounts.tolist() == pytest.approx([0.4 * 0.5, 1.0, 0.0, 0.0])


def test_day_and_title_are_words(tmp_path: Path) -> None:
    index = index_over(tmp_path, TALK, {"b": "Things on wheels"})
    day, wheels = index.term("march"), index.term("wheel")
    assert day is not None
    assert wheels is not None
    amounts = np.zeros(index.rows, np.float32)
    index.add_amounts(amounts, day)
    index.add_amounts(amounts, wheels)
    assert amounts.tolist() == pytest.approx([1.0, 1.0, 1.0, 0.5])


def test_how_far_a_word_reaches_is_the_union_of_its_neighbourhoods() -> None:
    terms, starts, ends = np.array([0, 0, 0, 2]), np.array([0, 2, 9, 1]), np.array([4, 5, 11, 4])
    assert reached(terms, starts, ends, 3).tolist() == [7, 0, 3]


def test_the_same_messages_give_the_same_bytes_however_they_are_read(tmp_path: Path) -> None:
    whole = write_index(tmp_path, TALK, {"b": "Things on wheels"})
    parts = write_index(tmp_path, TALK, {"b": "Things on wheels"}, slices=1)
    assert whole.read_bytes() == parts.read_bytes()


def test_an_index_of_nothing_finds_nothing(tmp_path: Path) -> None:
    index = index_over(tmp_path, messages())
    assert index.rows == 0
    assert index.term("bicycl") is None
    assert list(index.beginning("b")) == []


def test_a_message_is_found_by_its_id_in_whatever_order_they_stand(tmp_path: Path) -> None:
    rows = messages(*((f"c{n % 3}", "user", None, f"soup {n}") for n in range(12)))
    shuffled = rows.with_columns(message_id=pl.col("message_id").reverse())
    index = index_over(tmp_path, shuffled)
    assert [index.row_of(name) for name in shuffled["message_id"]] == list(range(12))
    assert [index.row_of(name) for name in ("", "m", "m12", "z", "ü")] == [None] * 5
    assert index.conversation_of("m11") == "c0"


def test_arrays_come_back_mapped(tmp_path: Path) -> None:
    given = {"many": np.arange(7, dtype=np.int32), "few": np.array([[1.5, 2.5]], np.float32), "none": np.zeros(0)}
    write_arrays(tmp_path / "file", given, {"said": "ü"})
    arrays, facts = open_arrays(tmp_path / "file")
    assert facts == {"said": "ü"}
    assert {name: array.tolist() for name, array in arrays.items()} == {k: v.tolist() for k, v in given.items()}
    with pytest.raises(ValueError, match="read-only"):
        arrays["many"][0] = 1


@pytest.mark.parametrize("data", [b"", b"SQLite format 3\0", b"ANNALS\x01\n" + b"\xff" * 40])
def test_a_file_that_is_no_index_is_told(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "file").write_bytes(data)
    with pytest.raises(WarehouseError, match="build again"):
        SearchIndex(tmp_path / "file")


def test_a_torn_index_is_told(tmp_path: Path) -> None:
    path = write_index(tmp_path, TALK)
    path.write_bytes(path.read_bytes()[:-2000])
    with pytest.raises(WarehouseError, match="build again"):
        SearchIndex(path)
