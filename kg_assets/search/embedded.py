"""Makes vectors of messages with a sentence model: one of each message, and one of each message mixed with its
neighbours. They are made only if `embedding.model` names a model.

A message's own vector is a row of `kg.message_vectors`. It is made once: here, or by an endpoint that was asked before
the build. The index holds the mixed vectors.
"""

from collections.abc import Mapping, Sequence

import numpy as np
import pyarrow as pa

from kg_assets.core.stage import Shard, StageRun
from kg_assets.llm.vectors import vectors_of
from kg_assets.search.coarse import as_bytes, rounded, unit
from kg_assets.search.endpoint import logged
from kg_assets.search.settings import EmbeddingSettings, SearchSettings
from kg_assets.search.spread import add_spread
from kg_assets.search.stages import MESSAGE_VECTORS
from kg_assets.sources.tables import read_rows
from kg_assets.store.arrays import Array
from kg_assets.store.rows import read_table

_MESSAGES = "kg.messages"
_AT_ONCE = 8192  # rows that are mixed at a time: in full precision, all rows would take eight times the memory


def plan(run: StageRun) -> list[Shard]:
    """One shard for each file of messages. If vectors come from an endpoint, one shard for all files; without a model,
    one empty shard."""
    if run.settings("embedding").model is None:
        return [Shard("000", inputs={_MESSAGES: []})]
    if run.settings("embedding").source == "endpoint":
        return [Shard("000", inputs={_MESSAGES: [str(path) for path in run.paths(_MESSAGES)]})]
    return [Shard(f"{index:03d}", inputs={_MESSAGES: [str(path)]}) for index, path in enumerate(run.paths(_MESSAGES))]


def run_shard(run: StageRun) -> None:
    """Write the vector of each message with text. If vectors come from an endpoint, only those that are in the log."""
    numbers: EmbeddingSettings = run.settings("embedding")
    ids, vectors = logged(run) if numbers.source == "endpoint" else _made(run, numbers.model)
    columns = {"message_id": ids, "vector": vectors}
    run.write(MESSAGE_VECTORS.name, pa.table(columns, MESSAGE_VECTORS.arrow_schema()))


def _made(run: StageRun, model: str | None) -> tuple[list[str], list[bytes]]:
    """The ids of the messages with text, and their vectors as the model on this machine gives them, rounded to
    bytes."""
    found = [(own, text) for own, text in read_rows(run.paths(_MESSAGES), ("message_id", "text_raw")) if text]
    vectors = vectors_of(model, [text for _, text in found]) if found and model is not None else np.zeros((0, 0))
    return [own for own, _ in found], as_bytes(vectors)


def vectors_in(run: StageRun) -> dict[str, bytes]:
    """The vector of each message, by its id, from files of `kg.message_vectors`."""
    found: dict[str, bytes] = {}
    for path in run.paths(MESSAGE_VECTORS.name):
        rows = read_table(path)
        found |= dict(zip(*(rows.column(name).to_pylist() for name in ("message_id", "vector")), strict=True))
    return found


def pooled(
    ids: Sequence[str], vectors: Mapping[str, bytes], session: Array, asks: Array, numbers: SearchSettings
) -> dict[str, Array]:
    """The index's array `likeness`: for each row the vector of its message mixed with those of its neighbours.

    The message's own vector is then added once more with weight `likeness_own`: neighbours help to say what a message
    is about, but have rows of their own.
    """
    nothing = bytes(len(next(iter(vectors.values()))))
    own = np.frombuffer(b"".join(vectors.get(one, nothing) for one in ids), np.int8).reshape(len(ids), -1)
    rows, result = np.arange(len(ids)), np.zeros(own.shape, np.float32)
    for column in range(own.shape[1]):
        add_spread(result[:, column], rows, own[:, column].astype(np.float32), session, asks, numbers)
    mixed = np.empty(own.shape, np.int8)
    for start in range(0, len(ids), _AT_ONCE):
        part = slice(start, start + _AT_ONCE)
        mixed[part] = rounded(unit(result[part]) + numbers.likeness_own * unit(own[part]))
    return {"likeness": mixed}
