"""Declares the lookup index, and the tables and columns that it is made of."""

from kg_assets.core.contract import Column, Table

LOOKUP_INDEX = Table(
    name="overlay.lookup_index",
    meaning="Index over nodes, names, ties of today and the conversations that name each; agents look nodes up in it.",
    decided_by="kg_assets/overlay/lookup/build.py (lookup_arrays)",
    columns=(Column("node_id", "text", "The node that a row of the index stands for"),),
    key=("node_id",),
    file_format="arrays",
)
SPELT = ("node_kind", "subtype", "lifecycle_state", "staleness_state")  # texts that many nodes share
READ = {
    "overlay.nodes": (
        "node_id", "canonical_name", "confidence", "is_active", "source_kind", "visibility_class", *SPELT,
    ),
    "overlay.aliases": ("node_id", "normalized_alias"),
    "overlay.edges": (
        "source_id", "target_id", "relation_type", "confidence", "end_date", "lifecycle_state", "visibility_class",
    ),
    "overlay.entity_status_board": ("node_id", "is_routable_by_name"),
    "overlay.conversation_threads": ("thread_id", "occurred_at", "visibility_class"),
    "overlay.thread_entity_links": ("thread_id", "node_id"),
}  # fmt: skip
INPUTS = tuple(READ)
