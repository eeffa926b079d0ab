-- `kg.profiles`: one row per focal entity and granularity (month, quarter or year) that has at least one kept window (§6.6.6).
-- A row has the numbers of these windows and of the assertions in them. `first_valid_utc` and `last_valid_utc` are the first
-- and the last moment at which one of these assertions begins to hold. Reads the rows of evidence.sql and windows.sql. The
-- caller gives `focal` (the rows of focal.sql whose id is an active entity).
WITH spans AS (
    SELECT entity_id, granularity, min(valid_from_utc) AS first_valid_utc, max(valid_from_utc) AS last_valid_utc
    FROM evidence
    GROUP BY entity_id, granularity
)
SELECT
    w.profile_id,
    w.entity_id,
    w.granularity,
    w.granularity = $default_granularity AS is_default,
    count(*) AS window_count,
    sum(w.assertion_count)::BIGINT AS total_assertions,
    s.first_valid_utc,
    s.last_valid_utc,
    $profile_version AS profile_version,
    f.resolution_mode
FROM windows AS w
JOIN spans AS s USING (entity_id, granularity)
JOIN focal AS f USING (entity_id)
GROUP BY w.profile_id, w.entity_id, w.granularity, s.first_valid_utc, s.last_valid_utc, f.resolution_mode
ORDER BY w.entity_id, w.granularity
