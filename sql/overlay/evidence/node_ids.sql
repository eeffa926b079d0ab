-- The ids of all nodes. A decision of the person that names another node has no effect (`review_receipts`: unknown_node).
SELECT node_id
FROM overlay.nodes
