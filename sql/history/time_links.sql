-- One row per claim that has a time, with that time (seed 000 §5.4.1, §5.4.3): the one that its qualifier names, else the best of
-- `time_candidates` with an `alignment` of at least `$time_link_min_alignment`. Reads the rows of claims.sql, times.sql and
-- time_candidates.sql.
SELECT
    c.n, 'QUALIFIER_ID' AS time_source, t.time_mention_id, t.resolved_type, t.valid_from_utc, t.valid_to_utc,
    t.resolution_granularity
FROM claims AS c
JOIN times AS t ON t.time_mention_id = c.temporal_qualifier_id
UNION ALL
SELECT
    n, 'PROXIMITY', time_mention_id, resolved_type, valid_from_utc, valid_to_utc, resolution_granularity
FROM time_candidates
WHERE rank = 1 AND alignment >= $time_link_min_alignment::DOUBLE
