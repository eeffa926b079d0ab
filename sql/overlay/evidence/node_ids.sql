-- The nodes that a decision may name.
SELECT node_id
FROM overlay.nodes
