-- One row per claim of which words say a time, with that time and how it was found (`time_source`; seed 000 §5.4.1, §5.4.3).
-- It is the time that the claim's qualifier names. If there is none, it is the best time of time_candidates.sql, if its
-- `alignment` is at least `$time_link_min_alignment`. Reads the rows of claims.sql, times.sql and time_candidates.sql.
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
