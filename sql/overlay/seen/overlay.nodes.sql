-- One row per node: the part of `overlay.nodes` that mentions, edges and patterns depend on. Confidence, alpha and beta are
-- left out, because every verdict changes them a little. When only other rows or columns change, the stages that read this
-- part are not run again.
SELECT
    node_id, node_kind, subtype, canonical_name, source_kind, source_id, staleness_state, visibility_class, is_active,
    created_at, updated_at,
    -- No payload of another kind is read.
    CASE node_kind WHEN 'work_product' THEN payload END AS payload
FROM overlay.nodes
