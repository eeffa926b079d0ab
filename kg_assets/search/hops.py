"""Makes the index of hops. A hop leads from messages over the entities in them to other claims and events about these
entities (seed 003 §6.2).

The index has the entities of each message, and the claims and events about each entity. Without it, each hop would have
to join all claims, events and mentions of the build.
"""

import json
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from kg_assets.core.stage import StageRun
from kg_assets.search.stages import HOP_FILES, HOP_INDEX, RELATIONS_FILE
from kg_assets.store.arrays import Array, packed_texts, write_arrays

# The fields that are shown of an item to which a hop leads, and of an entity.
ITEM = ("id", "category", "summary", "event_time", "quote", "message_id", "char_start", "char_end")
ENTITY = ("entity_id", "name", "type", "role", "organization", "aliases", "mention_count")


def run(stage: StageRun) -> None:
    """Write the index of hops of a build."""
    rows = {name: pl.DataFrame(stage.query(file)) for name, file in HOP_FILES.items()}
    arrays, facts = hop_arrays(rows, stage.query(RELATIONS_FILE).column("category").to_pylist())
    stage.count("indexed_items", facts["rows"])
    with tempfile.TemporaryDirectory(prefix="annals-hops-") as folder:
        path = Path(folder) / "index"
        write_arrays(path, arrays, facts)
        stage.write_file(HOP_INDEX.name, path, facts["rows"])


def hop_arrays(
    rows: Mapping[str, pl.DataFrame], categories: Sequence[str | None]
) -> tuple[dict[str, Array], dict[str, Any]]:
    """Two values: the arrays of the index, and what a reader of the arrays must know. Items and entities are numbered
    in the order of their rows; items come newest first."""
    items, entities = rows["items"], rows["entities"]
    item = _numbered(items["id"])
    known = sorted({*filter(None, categories), *items["category"].drop_nulls()})
    told, told_ends = _packed(items.select(ITEM))
    spoken, spoken_ends = _packed(entities.select(ENTITY))
    arrays = {
        "items": told, "item_ends": told_ends, "entities": spoken, "entity_ends": spoken_ends,
        "category": np.array([known.index(one) if one else -1 for one in items["category"]], np.int32),
        "is_told": items["is_told"].to_numpy(),
        "claim": np.array([item.get(one, -1) for one in items["claim_id"]], np.int32),
        "is_self": entities["is_self"].to_numpy(), "is_listed": entities["aliases"].is_not_null().to_numpy(),
        "mentions": entities["mention_count"].to_numpy(),
    }  # fmt: skip
    arrays |= _ways(rows["ways"], item, _numbered(entities["entity_id"]))
    arrays |= _begins(rows["begins"], items["message_id"], _numbered(entities["entity_id"]))
    return arrays, {"rows": len(items), "categories": known}


def _numbered(ids: pl.Series) -> dict[str | None, int]:
    return {one: place for place, one in enumerate(ids)}


def _packed(rows: pl.DataFrame) -> tuple[Array, Array]:
    return packed_texts([json.dumps(row, ensure_ascii=False) for row in rows.to_dicts()])


def _ways(ways: pl.DataFrame, item: Mapping[str | None, int], entity: Mapping[str | None, int]) -> dict[str, Array]:
    """The arrays that lead from an entity to the claims and events (items) about it: for each entity these items, and
    for each item whether the entity acts in it."""
    known = ways.filter(pl.col("id").is_in(list(item)) & pl.col("entity_id").is_in(list(entity)))
    whose = np.array([entity[one] for one in known["entity_id"]], np.int64)
    which = np.array([item[one] for one in known["id"]], np.int64)
    order = np.lexsort((which, whose))
    return {
        "way_starts": np.searchsorted(whose[order], np.arange(len(entity) + 1)).astype(np.int64),
        "ways": which[order].astype(np.int32), "way_acts": known["is_actor"].to_numpy()[order],
    }  # fmt: skip


def _begins(begins: pl.DataFrame, of_items: pl.Series, entity: Mapping[str | None, int]) -> dict[str, Array]:
    """The arrays from which hops begin: for each message the entities that it speaks of; and for each item the number
    of its message."""
    known = begins.filter(pl.col("entity_id").is_in(list(entity)))
    names = sorted({*known["message_id"], *of_items.drop_nulls()}, key=lambda one: one.encode("utf-8", "replace"))
    number = {name: place for place, name in enumerate(names)}
    messages, ends = packed_texts(names)
    where = np.array([number[one] for one in known["message_id"]], np.int64)
    order = np.argsort(where, kind="stable")
    return {
        "messages": messages, "message_ends": ends,
        "begin_starts": np.searchsorted(where[order], np.arange(len(names) + 1)).astype(np.int64),
        "begins": np.array([entity[one] for one in known["entity_id"]], np.int32)[order],
        "begin_is_event": known["is_of_event"].to_numpy()[order], "begin_is_named": known["is_named"].to_numpy()[order],
        "item_message": np.array([-1 if one is None else number[one] for one in of_items], np.int32),
    }  # fmt: skip
