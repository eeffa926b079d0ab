"""Writes the graph of people and events (seed 003 §2.3), with resolved people and events as nodes, and edges between
them. Which nodes and edges there are is decided in `sql/people_graph`."""

import pyarrow as pa

from kg_assets.core.ids import IdSpace
from kg_assets.core.stage import StageRun
from kg_assets.memory.people.contracts import EVENT_ACTOR, EVENT_SUBJECT, GRAPH_EDGE, GRAPH_NODE


def run(stage: StageRun) -> None:
    """Write the actors and subjects of events, and the nodes and edges of the graph."""
    ids = IdSpace(stage.settings("sources").id_namespace)
    actors = stage.query("sql/people_graph/event_actor.sql", contract=EVENT_ACTOR.name)
    subjects = stage.query("sql/people_graph/event_subject.sql", contract=EVENT_SUBJECT.name)
    stage.write(EVENT_ACTOR.name, actors)
    stage.write(EVENT_SUBJECT.name, subjects)
    stage.write(GRAPH_NODE.name, stage.query("sql/people_graph/nodes.sql", contract=GRAPH_NODE.name))
    given = {"event_actor": actors, "event_subject": subjects}
    edges = stage.query("sql/people_graph/edges.sql", tables=given)
    ends = zip(*(edges[name].to_pylist() for name in ("edge_type", "src_id", "dst_id")), strict=True)
    made = pa.array(ids.make_each(("memory_edge", *end) for end in ends), pa.string())
    schema = GRAPH_EDGE.arrow_schema()
    stage.write(GRAPH_EDGE.name, edges.append_column("edge_id", made).select(schema.names).cast(schema))
    for kind in ("ACTED_IN", "ABOUT", "POSSIBLY_SAME"):
        stage.count(f"edges:{kind}", edges["edge_type"].to_pylist().count(kind))
