-- One row per number of the statistics of stage 2B (`key`, `value`; §2B.9): how many entities and mentions there are, and how
-- the salience of entities is spread. The caller gives `entities` (the rows of consolidated.sql).
SELECT 'mentions_linked' AS key, sum(mention_count)::DOUBLE AS value FROM entities
UNION ALL
SELECT 'entities:' || status, count(*) FROM entities GROUP BY status
UNION ALL
SELECT 'entities:' || status || ':' || entity_type, count(*) FROM entities GROUP BY status, entity_type
UNION ALL
SELECT
    unnest(['salience:min', 'salience:p25', 'salience:median', 'salience:p75', 'salience:p95', 'salience:max']),
    unnest(quantile_disc(salience_score, [0, 0.25, 0.5, 0.75, 0.95, 1]))
FROM entities
ORDER BY key
