"""Finds what is new in a shard of a stage that works message by message (`Stage.by_message`).

What such a stage writes about a message depends only on the rows of its `texts` with that message's id. So if
an earlier shard had some of the same messages, the stage runs only for messages whose rows have changed; the
rows of the others are copied from the files of that shard. This changes no row of the result.
"""

import os
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import polars as pl
import pyarrow as pa
import pyarrow.compute as pc

from kg_assets.core.canonical import canonical
from kg_assets.core.hashing import sha256_hex
from kg_assets.engine.survival import MESSAGE, messages_of
from kg_assets.store.rows import read_table

_SEEDS = (1, 2)  # two hashes of each row, so that a changed row never looks like the earlier one by chance
_INPUTS, _REST, COUNTS, EVENTS = "inputs", "rest", "counts", "events"


class News(NamedTuple):
    """The messages of a shard in two lists: those that must be read, and those whose rows from an earlier run are still
    right."""

    changed: Sequence[str]
    standing: pa.Array


def asked_of(
    inputs: Mapping[str, Sequence[str]], texts: Collection[str], payload: Mapping[str, Any], root: Path
) -> dict[str, Any]:
    """What a shard was asked to do, as a JSON value that is kept with its rows and compared in a later run: the files
    of its texts, and a hash of its payload and its other input files."""
    rest = [[name, [Path(path).name for path in inputs[name]]] for name in sorted(set(inputs) - set(texts))]
    return {
        _INPUTS: {name: [os.path.relpath(path, root) for path in inputs[name]] for name in texts},
        _REST: sha256_hex(canonical([dict(payload), rest])),
    }


def news_of(
    before: Mapping[str, Any], now: Mapping[str, Any], inputs: Mapping[str, Sequence[str]], texts: Sequence[str],
    root: Path,
) -> News | None:  # fmt: skip
    """Which messages of a shard must be read, because their input differs from the earlier run `before`, and which need
    not. None if all must be read: no message is unchanged, other input changed, or an earlier file is gone."""
    if before.get(_REST) != now[_REST]:
        return None
    earlier = {name: [root / path for path in before[_INPUTS].get(name, ())] for name in texts}
    try:
        changed = set().union(*(_changed(earlier[name], [Path(path) for path in inputs[name]]) for name in texts))
    except (OSError, pl.exceptions.PolarsError):
        return None  # a file of the earlier shard is gone, or no longer whole
    messages = messages_of(inputs, texts)
    new = [message for message in messages if message in changed]
    standing = pa.array(sorted(set(messages) - changed), pa.string())
    return News(new, standing) if len(standing) else None


def _changed(before: Sequence[Path], now: Sequence[Path]) -> set[str]:
    """The ids of the messages for which a table has other rows now than before."""
    # A file is named by its content: what lies in both is the same.
    both = {path.name for path in before} & {path.name for path in now}
    old, new = (_rows(path for path in paths if path.name not in both) for paths in (before, now))
    columns = old.columns
    differing = (a.join(b, on=columns, how="anti", nulls_equal=True) for a, b in ((old, new), (new, old)))
    return set(pl.concat(differing)[MESSAGE].to_list())


def _rows(paths: Any) -> pl.DataFrame:
    """For every row of these files the id of its message and two hashes of the row."""
    empty = pl.DataFrame(schema={MESSAGE: pl.String} | {str(seed): pl.UInt64 for seed in _SEEDS})
    read = (pl.read_parquet(path, glob=False) for path in paths)
    return pl.concat(
        [empty, *(rows.select(MESSAGE, **{str(seed): rows.hash_rows(seed) for seed in _SEEDS}) for rows in read)]
    )


def standing_rows(path: Path, standing: pa.Array) -> pa.Table:
    """The rows of an earlier file that belong to the messages `standing`, which did not change."""
    rows = read_table(path)
    return rows.filter(pc.is_in(rows[MESSAGE], standing))


def standing_of(before: Mapping[str, Any], standing: pa.Array) -> tuple[dict[str, dict[str, float]], list[Any]]:
    """What the earlier run reported of the messages `standing`, which did not change: the counts of each message, by
    its id, and the events."""
    kept = set(standing.to_pylist())
    counts = {message: counted for message, counted in before[COUNTS].items() if message in kept}
    return counts, [event for event in before[EVENTS] if event[2] in kept]
