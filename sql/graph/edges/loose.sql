-- Edges left out because one end is not a node (§6.5.2), counted by type. `ends` is given.
SELECT edge_type, count(*) AS edges
FROM ends
WHERE src_node_id IS NULL OR dst_node_id IS NULL
GROUP BY edge_type
ORDER BY edge_type
