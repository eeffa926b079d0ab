"""What an earlier shard wrote stands for messages whose names are as they were, and for no others."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, cast

import pyarrow as pa
import pyarrow.parquet as pq

from kg_assets.core.contract import Column, Table
from kg_assets.core.stage import StageRun
from kg_assets.mentions.standing import MESSAGES, Standing, digest_of

TABLE = Table(
    name="kg.words_of_test",
    meaning="Words by message.",
    columns=(Column("message_id", "text", "The message"), Column("word", "text", "A word", content=True)),
    key=("message_id",),
    order=("message_id",),
)


class Shard:
    """As much of a run as is asked for: what an earlier one has left, and what this one writes."""

    def __init__(self, folder: Path, others: Sequence[str] = ("times-1",), before: "Shard | None" = None) -> None:
        self.folder, self.others = folder, others
        self.before = before
        self.remembered: Mapping[str, Any] = {}
        self.rows: list[dict[str, str]] = []

    def paths(self, table: str) -> list[Path]:
        return [Path("messages-1")] if table == MESSAGES else [Path(name) for name in self.others]

    def recall(self, table: str) -> Mapping[str, Any]:
        return self.before.remembered if self.before else {}

    def earlier(self, table: str) -> Mapping[str, Path]:
        return {TABLE.name: self.before.folder / "rows.parquet"} if self.before else {}

    def remember(self, table: str, values: Mapping[str, Any]) -> None:
        self.remembered = values

    def write(self, table: str, rows: pa.Table) -> None:
        self.folder.mkdir()
        self.rows = rows.sort_by("message_id").to_pylist()
        pq.write_table(rows, self.folder / "rows.parquet")


def read(shard: Shard, words: Mapping[str, str], names: Mapping[str, str], unread: Sequence[str] = ()) -> list[str]:
    """Write a word of each message; which messages were read for that."""
    digests = {message: digest_of([name]) for message, name in names.items()}
    standing = Standing(cast(StageRun, shard), ("kg.times",), digests)
    anew = [message for message in words if message not in standing]
    made = {message: words[message] for message in anew if message not in unread}
    rows = pa.table({"message_id": list(made), "word": list(made.values())}, schema=TABLE.arrow_schema())
    shard.write(TABLE.name, standing.beside(TABLE, rows))
    standing.remember(unread)
    return anew


def test_messages_with_the_same_names_stand(tmp_path: Path) -> None:
    first = Shard(tmp_path / "1")
    assert read(first, {"a": "one", "b": "two", "c": "three"}, {"a": "Ines", "b": "Bela"}) == ["a", "b", "c"]
    # Bela is known by another name, and somebody is named in c; what is told of a is not looked at.
    second = Shard(tmp_path / "2", before=first)
    names = {"a": "Ines", "b": "Béla", "c": "Tom"}
    assert read(second, {"a": "not read", "b": "2", "c": "3"}, names) == ["b", "c"]
    assert [row["word"] for row in second.rows] == ["one", "2", "3"]
    # Where nobody is named any more, the message is read as well.
    third = Shard(tmp_path / "3", before=second)
    assert read(third, {"a": "1", "b": "not read", "c": "not read"}, {"b": "Béla", "c": "Tom"}) == ["a"]
    assert [row["word"] for row in third.rows] == ["1", "2", "3"]


def test_with_other_times_nothing_stands(tmp_path: Path) -> None:
    first = Shard(tmp_path / "1")
    read(first, {"a": "one"}, {"a": "Ines"})
    second = Shard(tmp_path / "2", others=("times-2",), before=first)
    assert read(second, {"a": "1"}, {"a": "Ines"}) == ["a"]
    assert [row["word"] for row in second.rows] == ["1"]


def test_what_could_not_be_read_is_read_each_time(tmp_path: Path) -> None:
    first = Shard(tmp_path / "1")
    assert read(first, {"a": "one", "b": "two"}, {"a": "Ines"}, unread=["b"]) == ["a", "b"]
    second = Shard(tmp_path / "2", before=first)
    assert read(second, {"a": "not read", "b": "two"}, {"a": "Ines"}, unread=["b"]) == ["b"]
    third = Shard(tmp_path / "3", before=second)
    assert read(third, {"a": "not read", "b": "two"}, {"a": "Ines"}) == ["b"]
    assert [row["word"] for row in third.rows] == ["one", "two"]
    fourth = Shard(tmp_path / "4", before=third)
    assert read(fourth, {"a": "not read", "b": "not read"}, {"a": "Ines"}) == []
