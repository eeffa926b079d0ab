-- One row per node, with its id. It serves to find decisions of the person about nodes that do not exist: these have no effect,
-- and `review_receipts` calls them unknown_node.
SELECT node_id
FROM overlay.nodes
