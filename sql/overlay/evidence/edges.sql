-- `overlay.edges__promoted` (§42A.2.4, §3.2): one row per edge, from a promoted bundle or from structure.sql.
--
-- The edge of a bundle begins at the `valid_from` of its claims, else at its first mention. It ends at the `valid_until` of
-- its claims, if that has passed. Otherwise it ends at the last mention against it, if no mention since then is for it.
-- Otherwise it has no end. Reads the rows of decided.sql, claim_times.sql and structure.sql.
WITH timed AS (
    SELECT
        d.*,
        coalesce(t.valid_from, d.first_supported_at) AS begins,
        coalesce(
            CASE WHEN t.valid_until <= $as_of THEN t.valid_until END,
            CASE WHEN d.last_contradicted_at > d.last_supported_at THEN d.last_contradicted_at END
        ) AS ends
    FROM decided AS d
    LEFT JOIN claim_times AS t USING (source_node_id, target_node_id, relation_type)
    WHERE d.is_promoted
)

SELECT
    source_node_id AS source_id,
    target_node_id AS target_id,
    relation_type,
    -- A relation that was first mentioned after its end begins at its end.
    least(begins, coalesce(ends, begins)) AS start_date,
    ends AS end_date,
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
FROM timed
UNION ALL
SELECT source_id, target_id, relation_type, start_date, NULL, confidence, lifecycle_state, payload, visibility_class
FROM structure
-- A relation that is both promoted and in structure.sql has one edge, the promoted one.
ANTI JOIN (
    SELECT source_node_id AS source_id, target_node_id AS target_id, relation_type FROM timed
) AS t USING (source_id, target_id, relation_type)
