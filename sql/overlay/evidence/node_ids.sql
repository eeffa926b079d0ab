-- One row per node, with its id. By these ids decisions of the person about nodes that do not exist are found. Such decisions
-- have no effect, and `review_receipts` calls them unknown_node.
SELECT node_id
FROM overlay.nodes
