-- Edges that cannot be drawn because an end is no node (§6.5.2), by type. `ends` is given.
SELECT edge_type, count(*) AS edges
FROM ends
WHERE src_node_id IS NULL OR dst_node_id IS NULL
GROUP BY edge_type
ORDER BY edge_type
