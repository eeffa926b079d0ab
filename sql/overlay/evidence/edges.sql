-- `overlay.edges__promoted` (§42A.2.4): what was promoted. A relation that is said to be over after it was last said to be has
-- ended then. `decided` is given.
SELECT
    source_node_id AS source_id,
    target_node_id AS target_id,
    relation_type,
    first_supported_at AS start_date,
    CASE WHEN last_contradicted_at > last_supported_at THEN last_contradicted_at END AS end_date,
    evidence_score AS confidence,
    CASE user_verdict WHEN 'approved' THEN 'active' ELSE 'observed' END AS lifecycle_state,
    -- Keys in the order of canonical JSON.
    to_json({
        'contradiction_count': contradiction_count,
        'evidence_bundle_id': evidence_bundle_id,
        'last_supported_at': last_supported_at,
        'learned_by': 'backlink_pipeline_v2',
        'support_count': support_count,
        'visibility_class': visibility_class
    })::VARCHAR AS payload,
    visibility_class
FROM decided
WHERE is_promoted
