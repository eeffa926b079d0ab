-- One row per node that gets a page: all active nodes except conversations and blocked nodes.
SELECT
    node_id, canonical_name, node_kind, subtype, lifecycle_state, staleness_state, alpha, beta, confidence, updated_at,
    payload, visibility_class
FROM overlay.nodes
WHERE is_active AND source_kind <> 'thread' AND visibility_class <> 'blocked'
ORDER BY node_id
