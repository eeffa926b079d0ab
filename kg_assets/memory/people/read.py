"""Reads the clues beside the names in some files of messages, and writes them as rows of `memory.mention_clue`."""

from collections.abc import Sequence
from functools import partial

import polars as pl
import pyarrow as pa

from kg_assets.core.faults import survive
from kg_assets.core.ids import IdSpace
from kg_assets.core.stage import Shard, StageRun
from kg_assets.memory.people.clues import Clue, ClueReader
from kg_assets.memory.people.contracts import MENTION_CLUE
from kg_assets.memory.people.glance import Glance
from kg_assets.memory.people.words import read_words
from kg_assets.memory.settings import MemorySettings
from kg_assets.store.message_files import files_by_group, grouped

_MESSAGES, _NAMED = "kg.messages", "memory.entity_mention__rules"
_PLACE = ["mentioned_id", "message_id", "start_char", "end_char"]
_SIDES = ("before", "behind")
# The words beside the name of a place tell nothing of a person.
_WITHOUT_CLUES = "place"


def plan(run: StageRun) -> list[Shard]:
    """One shard for each `files_per_shard` files of messages, together with the files that hold the names in these
    messages."""
    # Grouped in the same way as when the names were read, so that their files fit.
    settings: MemorySettings = run.settings("memory")
    groups = grouped(run.paths(_MESSAGES), settings.files_per_shard)
    owners = files_by_group(groups, run.paths(_NAMED))
    return [
        Shard(f"{index:03d}", inputs={_MESSAGES: [str(path) for path in group], _NAMED: owners[index]})
        for index, group in enumerate(groups)
    ]


def run_shard(run: StageRun) -> None:
    """Write what the words beside the names in the shard's messages say of their bearers (clues)."""
    words = read_words(run.file)
    reader = ClueReader(words)
    ids = IdSpace(run.settings("sources").id_namespace)
    rows: list[tuple[str, str, str, str, bool, int, int, str]] = []
    named = _named(run, Glance(words))
    for message_id, text, *columns in named.iter_rows():
        places = list(zip(*columns, strict=True))
        read = partial(_read, reader, text, places)
        rows += [
            (mention, message_id, c.kind, c.value, c.is_own, c.start, c.end, text[c.start : c.end])
            for mention, c in survive(run, "clues", message_id, read, list[tuple[str, Clue]])
        ]
    run.write(MENTION_CLUE.name, _table(ids, rows))


def _read(reader: ClueReader, text: str, places: Sequence[tuple[str, int, int, bool, bool]]) -> list[tuple[str, Clue]]:
    """The clues beside the names of one message, each with the id of its name."""
    return [(mention, clue) for mention, start, end, *sides in places for clue in reader.read(text, start, end, *sides)]


def _named(run: StageRun, glance: Glance) -> pl.DataFrame:
    """A row for each message with its text and, in lists, the ids and places of its names and whether there may be
    clues before and behind each. Names of places, and names beside which there can be no clue, are left out."""
    lists = (_PLACE[0], *_PLACE[2:], *_SIDES)
    if not run.paths(_NAMED):
        return pl.DataFrame(schema={"message_id": pl.String, "text_raw": pl.String} | dict.fromkeys(lists, pl.Null))
    places = pl.concat([pl.read_parquet(p, columns=[*_PLACE, "type"], glob=False) for p in run.paths(_NAMED)])
    wanted = places.filter(pl.col("type") != _WITHOUT_CLUES).sort(["message_id", "start_char", "mentioned_id"])
    wanted = wanted.join(_texts(run), on="message_id", maintain_order="left")
    wanted = wanted.hstack(glance.sides(wanted)).filter(pl.any_horizontal(*_SIDES))
    return wanted.group_by("message_id", maintain_order=True).agg(pl.col("text_raw").first(), *lists)


def _texts(run: StageRun) -> pl.DataFrame:
    columns = ["message_id", "text_raw"]
    return pl.concat([pl.read_parquet(p, columns=columns, glob=False) for p in run.paths(_MESSAGES)])


def _table(ids: IdSpace, rows: Sequence[tuple[str, str, str, str, bool, int, int, str]]) -> pa.Table:
    made = ids.make_each(("mention_clue", row[0], row[2], row[5], row[6], row[3]) for row in rows)
    schema = MENTION_CLUE.arrow_schema()
    columns = [made, *map(list, zip(*rows, strict=True))] if rows else [[] for _ in schema.names]
    table = pa.Table.from_arrays([pa.array(c, f.type) for c, f in zip(columns, schema, strict=True)], schema=schema)
    return table.sort_by([(name, "ascending") for name in MENTION_CLUE.sort_order])
