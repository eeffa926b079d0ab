-- One row per edge type, with the number of its edges that are left out because one of their ends is not a node (§6.5.2).
-- Reads the rows of ends.sql.
SELECT edge_type, count(*) AS edges
FROM ends
WHERE src_node_id IS NULL OR dst_node_id IS NULL
GROUP BY edge_type
ORDER BY edge_type
