-- One row per figure (`key`, `value`) that tells whether stage 6 has enough to work on (§6.0.2). Some figures count entities,
-- predicates, claims (also by status), entities that are the person, and time mentions. Others say what share of the claims
-- has a time or a literal, and over how many days the beginnings of the claims spread.
WITH claims AS (
    SELECT
        a.object_value IS NOT NULL AS has_literal,
        a.temporal_qualifier_id IS NOT NULL AS has_time,
        t.assertion_id IS NOT NULL AS is_temporalized,
        t.valid_from_utc
    FROM kg.assertions AS a
    LEFT JOIN kg.assertion_temporalized AS t USING (assertion_id)
)
SELECT 'quality:entities' AS key, count(*)::DOUBLE AS value FROM kg.entities
UNION ALL
SELECT 'quality:entities_active', count(*) FROM kg.entities WHERE status = 'active'
UNION ALL
SELECT 'quality:predicates', count(*) FROM kg.predicates
UNION ALL
SELECT 'quality:predicates_used', count(*) FROM kg.predicates WHERE assertion_count > 0
UNION ALL
SELECT 'quality:assertions', count(*) FROM claims
UNION ALL
SELECT 'quality:assertions_temporalized', count(*) FROM kg.assertion_temporalized
UNION ALL
SELECT 'quality:temporalized_share', round(count(*) FILTER (is_temporalized) / count(*), 12) FROM claims HAVING count(*) > 0
UNION ALL
SELECT 'quality:status:' || status, count(*) FROM kg.assertion_temporalized GROUP BY status
UNION ALL
SELECT 'quality:valid_from_share', round(count(valid_from_utc) / count(*), 12) FROM claims HAVING count(*) > 0
UNION ALL
SELECT
    'quality:valid_from_days',
    round((epoch_ms(max(valid_from_utc)::TIMESTAMP) - epoch_ms(min(valid_from_utc)::TIMESTAMP)) / 86400000, 12)
FROM claims
HAVING count(valid_from_utc) > 0
UNION ALL
SELECT 'quality:literal_share', round(count(*) FILTER (has_literal) / count(*), 12) FROM claims HAVING count(*) > 0
UNION ALL
SELECT 'quality:persons', count(*)
FROM kg.entities
WHERE entity_key = '__SELF__' AND entity_type = 'PERSON' AND status = 'active'
UNION ALL
SELECT 'quality:time_mentions', count(*) FROM kg.time_mentions
UNION ALL
SELECT 'quality:time_qualified_share', round(count(*) FILTER (has_time) / count(*), 12) FROM claims HAVING count(*) > 0
ORDER BY key
