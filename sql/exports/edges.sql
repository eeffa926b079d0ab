-- One row per edge of the graph, with some of its metadata as columns and all of it as JSON. `shown_from` and `shown_to` say
-- when a timeline shows the edge. For edges from an assertion to its subject, predicate or object they are the valid time of
-- the assertion. For all other edges they are NULL: a timeline shows such an edge whenever it shows both of its ends. Tables
-- are those of kg.duckdb.
WITH claims AS (
    SELECT
        node_id,
        metadata_json ->> '$.valid_from_utc' AS valid_from,
        metadata_json ->> '$.valid_to_utc' AS valid_to
    FROM graph_nodes
    WHERE node_type = 'Assertion'
)
SELECT
    e.edge_id,
    e.edge_type,
    e.src_node_id,
    e.dst_node_id,
    e.metadata_json ->> '$.granularity' AS granularity,
    e.metadata_json ->> '$.category_key' AS category,
    (e.metadata_json ->> '$.rank')::BIGINT AS rank,
    coalesce(e.metadata_json ->> '$.salience', e.metadata_json ->> '$.score')::DOUBLE AS salience,
    (e.metadata_json ->> '$.detection_tier')::BIGINT AS detection_tier,
    e.metadata_json AS metadata,
    c.valid_from AS shown_from,
    c.valid_to AS shown_to
FROM graph_edges AS e
LEFT JOIN claims AS c
    ON c.node_id = e.src_node_id AND e.edge_type IN ('HAS_SUBJECT', 'HAS_PREDICATE', 'HAS_OBJECT')
ORDER BY e.edge_type, e.edge_id
