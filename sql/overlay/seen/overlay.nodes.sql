-- The columns of nodes that mentions, edges and patterns depend on. Left out are confidence, alpha and beta, which every verdict
-- changes a little.
SELECT
    node_id, node_kind, subtype, canonical_name, source_kind, source_id, staleness_state, visibility_class, is_active,
    created_at, updated_at,
    -- No payload of another kind is read.
    CASE node_kind WHEN 'work_product' THEN payload END AS payload
FROM overlay.nodes
