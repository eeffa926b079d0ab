-- One row per active entity, with the name chosen for it (§3.4.4), in the order in which entities are worked on (§3.4.1,
-- §3.4.5). A row has the confidence of the name. `decided_by` says which key of the ranking set the name apart from the second
-- best. An entity whose mentions have no text keeps its name. SELF keeps its name whatever a person merges into it (§2B.7),
-- because questions are asked by that name. The caller gives `ranked` (the rows of ranked.sql).
WITH totals AS (
    SELECT
        entity_id,
        count(*) AS surface_count,
        sum(weighted_score::DECIMAL(38, 12))::DOUBLE AS total_weighted
    FROM ranked
    GROUP BY entity_id
),
compared AS (
    SELECT
        w.*,
        t.surface_count,
        t.total_weighted,
        CASE WHEN t.total_weighted > 0 THEN w.weighted_score / t.total_weighted ELSE 1.0 END AS base_confidence,
        (4 - w.best_detector_tier) * $detector_tier_confidence_bonus AS tier_bonus,
        -- The first key of the ranking in which the winner differs from the second.
        CASE
            WHEN n.entity_id IS NULL THEN 'only_surface'
            WHEN w.is_own AND NOT n.is_own THEN 'kept_after_merge'
            WHEN w.weighted_score > n.weighted_score THEN 'weighted_score'
            WHEN w.best_detector_tier < n.best_detector_tier THEN 'best_detector_tier'
            WHEN w.unweighted_count > n.unweighted_count THEN 'unweighted_count'
            WHEN w.first_occurrence < n.first_occurrence THEN 'first_occurrence'
            ELSE 'surface_text'
        END AS decided_by
    FROM ranked AS w
    JOIN totals AS t USING (entity_id)
    LEFT JOIN ranked AS n ON n.entity_id = w.entity_id AND n.rank = 2
    JOIN kg.entities__consolidated AS s ON s.entity_id = w.entity_id
    WHERE w.rank = 1 AND NOT (s.entity_type = 'PERSON' AND s.entity_key = '__SELF__')
)
SELECT
    e.entity_id,
    e.entity_type,
    e.canonical_name AS previous_name,
    coalesce(c.surface_text, e.canonical_name) AS canonical_name,
    c.surface_text IS NOT NULL AND c.surface_text <> e.canonical_name AS is_changed,
    coalesce(c.surface_count, 0) AS surface_count,
    c.best_detector_tier,
    c.total_weighted,
    round(c.base_confidence, 12) AS base_confidence,
    round(c.tier_bonus, 12) AS tier_bonus,
    round(greatest(0.0, least(1.0, c.base_confidence + c.tier_bonus)), 12) AS confidence,
    c.decided_by,
    c.rank_without_bonus > 1 AS is_decided_by_bonus
FROM kg.entities__consolidated AS e
LEFT JOIN compared AS c USING (entity_id)
WHERE e.status = 'active'
ORDER BY e.entity_type, e.entity_key, e.entity_id
