-- One row per number that stage 3 reports (§3.5.1): how many entities were looked at, how many names changed, and how sure the
-- changed names are on average. `part` is NULL for a number about all entities, else the group that it counts, such as an
-- entity type. The caller gives `choices` (the rows of choices.sql).
SELECT 'entities_by_type' AS statistic, entity_type AS part, count(*)::DOUBLE AS value
FROM choices
GROUP BY entity_type
UNION ALL
SELECT 'changes_by_type', entity_type, count(*) FROM choices WHERE is_changed GROUP BY entity_type
UNION ALL
SELECT 'surface_distribution', surface_count::VARCHAR, count(*) FROM choices GROUP BY surface_count
UNION ALL
SELECT 'detector_tier_distribution', best_detector_tier::VARCHAR, count(*)
FROM choices
WHERE best_detector_tier IS NOT NULL
GROUP BY best_detector_tier
UNION ALL
SELECT 'decisions', decided_by, count(*) FROM choices WHERE decided_by IS NOT NULL GROUP BY decided_by
UNION ALL
SELECT 'avg_confidence', NULL, round(sum(confidence::DECIMAL(38, 12))::DOUBLE / count(*), 12)
FROM choices
WHERE is_changed
UNION ALL
SELECT 'lexicon_bonus_applied_count', NULL, count(*) FROM choices WHERE is_decided_by_bonus
UNION ALL
SELECT 'entities_processed', NULL, count(*) FROM choices
UNION ALL
SELECT 'names_changed', NULL, count(*) FROM choices WHERE is_changed
ORDER BY statistic, part
