-- One row per edge and page on which it is shown. Each edge is on two pages: that of its source and that of its target.
-- `node_id` is the node of the page, `other_id` the other end of the edge. Rows are sorted by `node_id`, the most confident
-- edge first. Blocked edges and edges to a blocked node are left out. Reads the rows of edges.sql.
WITH both_ways AS (
    SELECT source_id AS node_id, target_id AS other_id, e.* FROM edges AS e
    UNION ALL
    SELECT target_id, source_id, e.* FROM edges AS e
)

SELECT
    b.node_id, b.other_id, n.canonical_name AS other_name, b.source_id, b.target_id, b.relation_type, b.confidence,
    b.lifecycle_state, b.payload, b.start_date, b.end_date
FROM both_ways AS b
JOIN overlay.nodes AS n ON n.node_id = b.other_id
WHERE n.visibility_class <> 'blocked' AND b.visibility_class <> 'blocked'
ORDER BY b.node_id, b.confidence DESC, b.source_id, b.target_id, b.relation_type, b.start_date
