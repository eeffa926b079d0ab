-- What mentions and edges are told by: not how firmly a node stands, which every verdict changes a little.
SELECT
    node_id, node_kind, subtype, canonical_name, source_kind, source_id, staleness_state, visibility_class, is_active,
    created_at, updated_at,
    -- Of others nothing is read.
    CASE node_kind WHEN 'work_product' THEN payload END AS payload
FROM overlay.nodes
