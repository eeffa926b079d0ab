-- One row per bundle that does not meet a requirement that the configuration has for its relation (§6.7), such as a minimum
-- confidence. `field` names the requirement; if several are not met, it is the first in alphabetical order. Requirements stand
-- in the active sets of relations that the configuration calls `overlay.profiles`; these are not the profiles of entities.
-- Reads the rows of bundles.sql. The caller gives `requirements` (what those sets require, by relation and field).
WITH facts AS (
    SELECT
        b.evidence_bundle_id,
        b.relation_type,
        to_json({
            'confidence': b.evidence_score,
            'supporting_refs': b.support_mention_ids,
            'verbatim_excerpt': o.mention_text,
            'verified': CASE b.user_verdict WHEN 'approved' THEN TRUE END
        }) AS told
    FROM bundles AS b
    LEFT JOIN overlay.mention_observations AS o ON o.mention_id = b.support_mention_ids[1]
),

asked AS (
    SELECT f.evidence_bundle_id, r.field, r.operator, r.value, json_extract(f.told, '$.' || r.field) AS found
    FROM facts AS f
    JOIN requirements AS r USING (relation_type)
)

SELECT evidence_bundle_id, min(field) AS field
FROM asked
WHERE NOT coalesce(
    CASE operator
        WHEN 'exists' THEN json_type(found) <> 'NULL'
        WHEN 'min_count' THEN json_array_length(found) >= value
        WHEN 'confidence_gte' THEN CAST(found AS DOUBLE) >= value
        WHEN 'min_length' THEN length(found ->> '$') >= value
    END,
    FALSE
)
GROUP BY evidence_bundle_id
