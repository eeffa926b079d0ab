"""Makes the lookup index: nodes by id and name, each node's edges with the highest confidence first, and the
newest conversations that name it.

It leaves out what nobody may see, and edges that have ended or are suppressed; these are only in
`overlay.edges`.
"""

import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from kg_assets.core.stage import StageRun
from kg_assets.overlay.lookup.contracts import LOOKUP_INDEX, READ, SPELT
from kg_assets.store.arrays import Array, packed_texts, write_arrays
from kg_assets.store.rows import read_table

LOCAL = "local_only"
_TOLD = ("cloud_allowed", "cloud_warn", LOCAL)


def run(stage: StageRun) -> None:
    """Write the lookup index of a build."""
    rows = {
        table: pl.concat([pl.DataFrame(read_table(path, columns=list(columns))) for path in stage.paths(table)])
        for table, columns in READ.items()
    }
    arrays, facts = lookup_arrays(rows)
    stage.count("indexed_nodes", facts["rows"])
    with tempfile.TemporaryDirectory(prefix="annals-lookup-") as folder:
        path = Path(folder) / "index"
        write_arrays(path, arrays, facts)
        stage.write_file(LOOKUP_INDEX.name, path, facts["rows"])


def lookup_arrays(rows: Mapping[str, pl.DataFrame]) -> tuple[dict[str, Array], dict[str, Any]]:
    """Two values: the arrays of the index by name; and the lists of texts that numbers in the arrays stand for. `rows`
    has the tables named in `READ`, by name."""
    nodes = rows["overlay.nodes"].filter(pl.col("visibility_class").is_in(_TOLD)).sort("node_id")
    places = nodes.select("node_id").with_row_index("place")
    facts: dict[str, Any] = {"rows": len(nodes)}
    routable = rows["overlay.entity_status_board"].filter("is_routable_by_name")
    ids, id_ends = packed_texts(nodes["node_id"].to_list())
    names, name_ends = packed_texts(nodes["canonical_name"].to_list())
    arrays: dict[str, Array] = {
        "ids": ids, "id_ends": id_ends, "names": names, "name_ends": name_ends,
        "confidence": nodes["confidence"].to_numpy(), "is_active": nodes["is_active"].to_numpy(),
        "is_entity": (nodes["source_kind"] == "entity").to_numpy(),
        "is_local": (nodes["visibility_class"] == LOCAL).to_numpy(),
        "is_routable": nodes["node_id"].is_in(routable["node_id"].to_list()).to_numpy(),
    }  # fmt: skip
    for column in SPELT:
        arrays[column], facts[column] = _numbered(nodes[column])
    arrays |= _names(rows["overlay.aliases"], places)
    arrays |= _threads(rows["overlay.conversation_threads"], rows["overlay.thread_entity_links"], places)
    ties, facts["relation_types"] = _ties(rows["overlay.edges"], places)
    return arrays | ties, facts


def _numbered(texts: pl.Series) -> tuple[Array, list[str]]:
    """Two values: for each given text its index among the different texts; and the different texts, sorted."""
    told = sorted(set(texts))
    return np.searchsorted(np.array(told, object), texts.to_numpy()).astype(np.int32), told


def _names(aliases: pl.DataFrame, places: pl.DataFrame) -> dict[str, Array]:
    called = aliases.join(places, on="node_id").sort("normalized_alias", "place")
    texts, ends = packed_texts(called["normalized_alias"].to_list())
    return {"aliases": texts, "alias_ends": ends, "alias_nodes": called["place"].to_numpy().astype(np.int32)}


def _ties(edges: pl.DataFrame, places: pl.DataFrame) -> tuple[dict[str, Array], list[str]]:
    """Two values. The arrays of edges have every current edge that may be shown twice, once from either end, sorted by
    the node at that end and then by falling confidence. The list has the relation types that numbers in the arrays
    stand for."""
    current = edges.filter(
        pl.col("end_date").is_null() & (pl.col("lifecycle_state") != "suppressed")
        & pl.col("visibility_class").is_in(_TOLD)
    )  # fmt: skip
    for end in ("source_id", "target_id"):
        current = current.join(places.rename({"node_id": end, "place": end.replace("_id", "")}), on=end)
    relations, told = _numbered(current["relation_type"])
    by_edge = current.select(
        "source", "target", "confidence", pl.Series("relation", relations, pl.Int32),
        is_local=pl.col("visibility_class") == LOCAL, is_source=True,
    )  # fmt: skip
    back = by_edge.rename({"source": "target", "target": "source"}).with_columns(is_source=False)
    order = ["source", "confidence", "target", "relation", "is_source"]
    ties = pl.concat([by_edge, back.select(by_edge.columns)]).sort(order, descending=[False, True, *[False] * 3])
    return {
        "tie_starts": _starts(ties["source"], places), "tie_nodes": ties["target"].to_numpy().astype(np.int32),
        "tie_relations": ties["relation"].to_numpy(), "tie_confidence": ties["confidence"].to_numpy(),
        "tie_is_local": ties["is_local"].to_numpy(), "tie_is_source": ties["is_source"].to_numpy(),
    }, told  # fmt: skip


def _threads(threads: pl.DataFrame, links: pl.DataFrame, places: pl.DataFrame) -> dict[str, Array]:
    """The conversations that may be shown, the newest first; and for each node those that name it."""
    told = threads.filter(pl.col("visibility_class").is_in(_TOLD))
    newest = told.sort("occurred_at", "thread_id", descending=[True, False]).with_row_index("thread")
    named = links.join(newest, on="thread_id").join(places, on="node_id").sort("place", "thread")
    ids, ends = packed_texts(newest["thread_id"].to_list())
    return {
        "threads": ids, "thread_ends": ends, "thread_is_local": (newest["visibility_class"] == LOCAL).to_numpy(),
        "link_starts": _starts(named["place"], places), "link_threads": named["thread"].to_numpy().astype(np.int32),
    }  # fmt: skip


def _starts(nodes: pl.Series, places: pl.DataFrame) -> Array:
    """For each node the number of its first row, and at the end the number of all rows. So the rows of node n go from
    `starts[n]` to `starts[n + 1]`. `nodes` has the node of each row, sorted."""
    return np.searchsorted(nodes.to_numpy(), np.arange(len(places) + 1)).astype(np.int64)
