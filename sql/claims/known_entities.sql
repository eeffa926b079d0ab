-- One row per entity, with the best tier of the detectors that found its mentions, from 1 (best) to 4 (§4.3.3). An entity
-- without mentions has tier 4.
WITH tiers AS (
    SELECT
        entity_id,
        min(
            CASE
                WHEN list_contains($structured_detectors, detector) THEN 1
                WHEN list_contains($pattern_detectors, detector) THEN 2
                WHEN starts_with(detector, 'LEXICON:') THEN 3
                ELSE 4
            END
        ) AS tier
    FROM kg.entity_mentions
    GROUP BY entity_id
)
SELECT
    e.entity_id,
    e.entity_type,
    e.entity_key,
    e.canonical_name,
    e.aliases_json,
    e.status,
    e.merged_into,
    e.first_seen_at_utc,
    e.salience_score,
    coalesce(t.tier, 4) AS tier
FROM kg.entities__named AS e
LEFT JOIN tiers AS t USING (entity_id)
ORDER BY e.entity_id
