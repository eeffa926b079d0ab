"""Makes the graph (seed 000 §6.4, §6.5): writes all claims as nodes and edges. The SQL in `sql/graph` decides which
ones there are."""

from collections.abc import Mapping
from typing import Any

from kg_assets.core.ids import IdSpace
from kg_assets.core.stage import StageRun
from kg_assets.graph.contracts import GRAPH_EDGES, GRAPH_NODES
from kg_assets.graph.rules import category_table
from kg_assets.graph.settings import GraphSettings

_NODES = ("sql/graph/nodes",)
_EDGES = ("sql/graph/edges",)
# Steps whose rows are only made on their way into the file, since they hold the payloads, which are most of a node's
# bytes.
_PASSING = ("core", "provenance", "profile_nodes")
_WANTED = {"edges": GRAPH_EDGES.name, "loose": None, "statistics": None}
_ENDS_OF_EDGES = ("node_id", "node_type", "source_id")


def run(stage: StageRun) -> None:
    """Write `kg.graph_nodes` and `kg.graph_edges`, and report what they hold."""
    ids = IdSpace(stage.settings("sources").id_namespace)
    parameters = parameters_of(stage.settings("graph"), ids)
    categories = {"categories": category_table(stage.settings("profiles"))}
    nodes = stage.query_steps(_NODES, {"nodes": GRAPH_NODES.name}, parameters, categories, _PASSING)["nodes"]
    stage.write(GRAPH_NODES.name, nodes, waits=True)
    # Copied, because a column that DuckDB gave keeps all other columns of its rows in memory.
    named = {"nodes": nodes.select(_ENDS_OF_EDGES).combine_chunks()}
    del nodes
    made = stage.query_steps(_EDGES, _WANTED, parameters, named)
    stage.write(GRAPH_EDGES.name, made["edges"])
    for row in made["statistics"].to_pylist():
        stage.count(row["key"], row["value"])
    for row in made["loose"].to_pylist():
        stage.event("WARN", "EDGE_WITHOUT_END", edge_type=row["edge_type"], edges=row["edges"])


def parameters_of(settings: GraphSettings, ids: IdSpace) -> Mapping[str, Any]:
    """The parameters of the graph's SQL: its settings, and the namespace of its ids."""
    return {**settings.model_dump(), "namespace": ids.namespace.hex}
