-- The nodes that have a page: active ones that are neither conversations nor blocked.
SELECT
    node_id, canonical_name, node_kind, subtype, lifecycle_state, staleness_state, alpha, beta, confidence, updated_at,
    payload, visibility_class
FROM overlay.nodes
WHERE is_active AND source_kind <> 'thread' AND visibility_class <> 'blocked'
ORDER BY node_id
