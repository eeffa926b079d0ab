-- One row per claim for which words say a time, with this time. `time_source` says how it was found (seed 000 §5.4.1, §5.4.3):
-- - 'QUALIFIER_ID': the claim's qualifier names the time.
-- - 'PROXIMITY': the qualifier names none. Then it is the best time of time_candidates.sql, if this is near enough: its
--   `alignment`, which is 1 if nothing stands between time and claim, is at least `$time_link_min_alignment`.
-- Reads the rows of claims.sql, times.sql and time_candidates.sql.
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
