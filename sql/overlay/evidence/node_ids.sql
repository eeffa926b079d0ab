-- One row per node, with its id. These ids show which decisions of the person are about nodes that do not exist. Such
-- decisions have no effect, and `review_receipts` calls them unknown_node.
SELECT node_id
FROM overlay.nodes
