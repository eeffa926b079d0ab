"""Declares the tables of the graph (seed 000 §6.1). What their rows mean belongs here; how they are made does not."""

from kg_assets.core.contract import Chart, Column, Rule, Table

NODE_TYPES = (
    "Entity", "Predicate", "Assertion", "Value", "TimeInterval", "Message", "Retraction", "ConflictGroup",
    "LexiconTerm", "TimeMention", "TemporalProfile", "TemporalWindow", "SemanticCluster", "SemanticCategory",
)  # fmt: skip
EDGE_TYPES = (
    "HAS_SUBJECT", "HAS_PREDICATE", "HAS_OBJECT", "VALID_IN", "VALID_UNTIL_HINT", "QUALIFIED_BY_TIME", "ASSERTED_IN",
    "SUPERSEDES", "RETRACTED_BY", "RETRACTS", "NEGATED_BY", "NEGATES", "HAS_CONFLICT_MEMBER", "CONFLICTS_WITH",
    "DERIVED_FROM_LEXICON", "HAS_PROFILE", "HAS_WINDOW", "HAS_CLUSTER", "CLUSTER_CONTAINS", "EVOLVES_TO",
    "CLUSTER_OF_CATEGORY", "WINDOW_PRECEDES", "WINDOW_TOP_MEMBER", "WINDOW_TOP_CLUSTER", "MEMBER_EVIDENCED_BY",
    "WINDOW_INCLUDES",
)  # fmt: skip


def _agrees(edge_type: str, src: str, dst: str, wanted: str) -> str:
    """The SELECT for a contract rule: that the edges of this type are exactly the pairs (src, dst) that the SELECT
    `wanted` gives. It gives a row for each pair that is missing or too many."""
    return (
        f"SELECT 1 FROM (SELECT {src} AS src, {dst} AS dst FROM {{kg.graph_edges}} e"
        " JOIN {kg.graph_nodes} s ON s.node_id = e.src_node_id JOIN {kg.graph_nodes} d ON d.node_id = e.dst_node_id"
        f" WHERE e.edge_type = '{edge_type}') drawn"
        f" FULL JOIN ({wanted}) wanted ON wanted.src = drawn.src AND wanted.dst = drawn.dst"
        " WHERE wanted.src IS NULL OR drawn.src IS NULL"
    )


def _pointer(column: str) -> str:
    return f"SELECT assertion_id AS a, {column} AS b FROM {{kg.assertion_temporalized}} WHERE {column} IS NOT NULL"


# Beginning and end of an interval as its node has them; "" for one that is missing.
_BOUNDS = (
    "coalesce(d.metadata_json ->> '$.valid_from_utc', '') || '/' || coalesce(d.metadata_json ->> '$.valid_to_utc', '')"
)

GRAPH_NODES = Table(
    name="kg.graph_nodes",
    meaning="The nodes of the graph: entities, relations, claims, literals, times, retractions, conflicts, what "
    "mattered when, and, where settings ask for them, messages, terms and time mentions.",
    columns=(
        Column("node_id", "text", "uuid5 of type and source id"),
        Column("node_type", "text", "What it is", values=NODE_TYPES),
        Column("source_id", "text", "Id of the row it stands for, or a hash of what it is"),
        Column("label", "text", "What it is, in words", content=True),
        Column("metadata_json", "json", "What is known of it, as canonical JSON", content=True),
    ),
    key=("node_id",),
    order=("node_type",),
    unique=(("node_type", "source_id"),),
    rules=(
        Rule(
            "every_claim_has_its_node",
            "There is a node for every assertion, and none without one.",
            "SELECT 1 FROM {kg.assertions} a FULL JOIN (SELECT source_id FROM {kg.graph_nodes}"
            " WHERE node_type = 'Assertion') n ON n.source_id = a.assertion_id"
            " WHERE a.assertion_id IS NULL OR n.source_id IS NULL",
        ),
        Rule(
            "every_entity_has_its_node",
            "There is a node for every active entity, and none without one.",
            "SELECT 1 FROM (SELECT entity_id FROM {kg.entities} WHERE status = 'active') e FULL JOIN (SELECT source_id"
            " FROM {kg.graph_nodes} WHERE node_type = 'Entity') n ON n.source_id = e.entity_id"
            " WHERE e.entity_id IS NULL OR n.source_id IS NULL",
        ),
    ),
    charts=(Chart("by_type", "Nodes by type.", "SELECT node_type, 'nodes', count(*) FROM {rows} GROUP BY ALL"),),
)

GRAPH_EDGES = Table(
    name="kg.graph_edges",
    meaning="The edges of the graph: how its nodes are related.",
    decided_by="sql/graph/edges/assertion_edges.sql; "
    "sql/graph/edges/lifecycle_edges.sql; "
    "sql/graph/edges/profile_edges.sql; "
    "sql/graph/edges/shortcut_edges.sql",
    columns=(
        Column("edge_id", "text", "uuid5 of type and both ends"),
        Column("edge_type", "text", "What the edge says", values=EDGE_TYPES),
        Column("src_node_id", "text", "The node from which it leads", references="kg.graph_nodes.node_id"),
        Column("dst_node_id", "text", "The node to which it leads", references="kg.graph_nodes.node_id"),
        Column("metadata_json", "json", "Particulars as canonical JSON", nullable=True),
    ),
    key=("edge_id",),
    order=("edge_type",),
    unique=(("edge_type", "src_node_id", "dst_node_id"),),
    rules=(
        Rule(
            "claims_are_complete",
            "Every assertion has its subject and its relation, and an object exactly if it has one.",
            "SELECT 1 FROM {kg.assertions} a LEFT JOIN (SELECT n.source_id, count(*) FILTER (edge_type = 'HAS_SUBJECT')"
            " AS subjects, count(*) FILTER (edge_type = 'HAS_PREDICATE') AS predicates,"
            " count(*) FILTER (edge_type = 'HAS_OBJECT') AS objects FROM {kg.graph_edges} e"
            " JOIN {kg.graph_nodes} n ON n.node_id = e.src_node_id WHERE n.node_type = 'Assertion'"
            " AND edge_type IN ('HAS_SUBJECT', 'HAS_PREDICATE', 'HAS_OBJECT') GROUP BY n.source_id) f"
            " ON f.source_id = a.assertion_id WHERE (f.subjects, f.predicates, f.objects) IS DISTINCT FROM"
            " (1, 1, (a.object_entity_id IS NOT NULL OR a.object_value IS NOT NULL)::INTEGER)",
        ),
        Rule(
            "supersessions_agree",
            "SUPERSEDES is what stage 5 says.",
            _agrees("SUPERSEDES", "d.source_id", "s.source_id",
                    f"SELECT a AS src, b AS dst FROM ({_pointer('temporal_superseded_by_assertion_id')})"),
        ),
        Rule(
            "retractions_agree",
            "RETRACTED_BY is what stage 5 says.",
            _agrees("RETRACTED_BY", "s.source_id", "d.source_id",
                    f"SELECT a AS src, b AS dst FROM ({_pointer('retracted_by_retraction_id')})"),
        ),
        Rule(
            "negations_agree",
            "NEGATED_BY is what stage 5 says.",
            _agrees("NEGATED_BY", "s.source_id", "d.source_id",
                    f"SELECT a AS src, b AS dst FROM ({_pointer('negated_by_assertion_id')})"),
        ),
        Rule(
            "valid_times_agree",
            "VALID_IN leads to the interval that stage 5 gives.",
            _agrees("VALID_IN", "s.source_id", _BOUNDS,
                    "SELECT assertion_id AS src, valid_from_utc || '/' || coalesce(valid_to_utc, '') AS dst"
                    " FROM {kg.assertion_temporalized} WHERE valid_from_utc IS NOT NULL"),
        ),
        Rule(
            "hints_agree",
            "VALID_UNTIL_HINT leads to the end that stage 5 gives.",
            _agrees("VALID_UNTIL_HINT", "s.source_id", _BOUNDS,
                    "SELECT assertion_id AS src, '/' || valid_until_hint_utc AS dst"
                    " FROM {kg.assertion_temporalized} WHERE valid_until_hint_utc IS NOT NULL"),
        ),
        Rule(
            "conflicts_agree",
            "HAS_CONFLICT_MEMBER is the membership of the conflicts.",
            _agrees("HAS_CONFLICT_MEMBER", "s.source_id", "d.source_id",
                    "SELECT conflict_group_id AS src, assertion_id AS dst FROM {kg.conflict_members}"),
        ),
    ),
    charts=(
        Chart("by_type", "Edges by type.", "SELECT edge_type, 'edges', count(*) FROM {rows} GROUP BY ALL"),
    ),
)  # fmt: skip
