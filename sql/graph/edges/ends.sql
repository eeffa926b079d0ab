-- One row per edge, with the node ids of its two ends; an id is NULL if that end is not a node. Reads the rows of
-- assertion_edges.sql, lifecycle_edges.sql, profile_edges.sql and shortcut_edges.sql. The caller gives `nodes` (the rows of
-- `kg.graph_nodes`).
WITH found AS (
    FROM assertion_edges
    UNION ALL
    FROM lifecycle_edges
    UNION ALL
    FROM profile_edges
    UNION ALL
    FROM shortcut_edges
)
SELECT f.edge_type, s.node_id AS src_node_id, d.node_id AS dst_node_id, f.metadata_json
FROM found AS f
LEFT JOIN nodes AS s ON s.node_type = f.src_type AND s.source_id = f.src_source_id
LEFT JOIN nodes AS d ON d.node_type = f.dst_type AND d.source_id = f.dst_source_id
