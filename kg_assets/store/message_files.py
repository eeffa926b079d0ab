"""Puts files of messages into groups for shards, and finds the files of other tables about the same messages."""

from collections.abc import Sequence
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq


def grouped(paths: Sequence[Path], together: int) -> list[list[Path]]:
    """The files in their order, cut into lists of `together` files; the last list may be shorter."""
    return [list(paths[at : at + together]) for at in range(0, len(paths), together)]


def files_by_group(groups: Sequence[Sequence[Path]], files: Sequence[Path]) -> list[list[str]]:
    """For each group of message files, the files of another table whose rows are about its messages.

    The first row of a file decides its group; a file without rows is left out.
    """
    of_group: list[list[str]] = [[] for _ in groups]
    firsts = [(path, _first_message(path)) for path in files]
    wanted = pa.array([first for _, first in firsts if first is not None], pa.string())
    group_of: dict[str, int] = {}
    for index, group in enumerate(groups):
        for path in group:
            ids = pq.read_table(path, columns=["message_id"]).column("message_id")
            group_of |= dict.fromkeys(ids.filter(pc.is_in(ids, wanted)).to_pylist(), index)
    for path, first in firsts:
        if first is not None:
            of_group[group_of[first]].append(str(path))
    return of_group


def _first_message(path: Path) -> str | None:
    for batch in pq.ParquetFile(path).iter_batches(batch_size=1, columns=["message_id"]):
        first: str = batch.column(0)[0].as_py()
        return first
    return None
