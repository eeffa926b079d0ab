-- One row per node, with its id. A decision of the person about a node that does not exist has no effect (`review_receipts` says
-- so: unknown_node).
SELECT node_id
FROM overlay.nodes
