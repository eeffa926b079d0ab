"""What no rule reads of a message that is too long or says the same again and again."""

from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from kg_assets.claims.masking import Hidden
from kg_assets.claims.read import _left_out

# message, index, first character, character behind the last, reason
ROWS = [
    ("a", 0, 0, 9, None), ("a", 1, 10, 19, "beyond"), ("a", 2, 21, 33, "repeated"), ("a", 3, 35, 41, "beyond"),
    ("a", 4, 42, 47, None),
    ("b", 0, 0, 7, "repeated"), ("b", 1, 8, 15, "repeated"), ("b", 2, 17, 30, "question"), ("b", 3, 31, 38, "repeated"),
    ("c", 4, 60, 71, "repeated"),
]  # fmt: skip


def test_what_is_left_out_of_messages(tmp_path: Path) -> None:
    names = ("message_id", "sentence_index", "char_start", "char_end", "unread_reason")
    table = pa.table(dict(zip(names, map(list, zip(*ROWS, strict=True)), strict=True)))
    pq.write_table(table, tmp_path / "sentences.parquet")
    found = {name: list(ranges) for name, ranges in _left_out([tmp_path / "sentences.parquet"]).items()}
    assert found == {
        "a": [Hidden(21, 33), Hidden(10, 41)],
        "b": [Hidden(0, 15), Hidden(31, 38)],
        "c": [Hidden(60, 71)],
    }
