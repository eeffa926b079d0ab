-- The edges that are left out because one end is not a node (§6.5.2): one row per edge type, with their number. Reads the rows of
-- ends.sql.
SELECT edge_type, count(*) AS edges
FROM ends
WHERE src_node_id IS NULL OR dst_node_id IS NULL
GROUP BY edge_type
ORDER BY edge_type
