-- One row per focal entity and kept window: a window in which at least `$window_min_assertions` assertions of the entity begin
-- to hold (phase T1 of the profiles, §6.6.3). An assertion lies in one window of each granularity: start <= valid_from < end.
-- Reads the rows of eligible.sql and calendar.sql.
WITH counted AS (
    SELECT e.entity_id, c.granularity, c.window_start_utc, c.window_end_utc, c.window_label, count(*) AS assertion_count
    FROM eligible AS e
    JOIN calendar AS c USING (month)
    GROUP BY e.entity_id, c.granularity, c.window_start_utc, c.window_end_utc, c.window_label
    HAVING count(*) >= $window_min_assertions
)
SELECT
    -- §6.2: sha256(JCS([entity_id, window_start_utc, window_end_utc, granularity]))
    sha256(json_array(entity_id, window_start_utc, window_end_utc, granularity)::VARCHAR) AS window_id,
    -- §6.2: sha256(JCS([entity_id, granularity, profile_version]))
    sha256(json_array(entity_id, granularity, $profile_version)::VARCHAR) AS profile_id,
    entity_id,
    granularity,
    window_start_utc,
    window_end_utc,
    window_label,
    assertion_count,
    row_number() OVER (PARTITION BY entity_id, granularity ORDER BY window_start_utc) - 1 AS window_index
FROM counted
ORDER BY entity_id, granularity, window_start_utc
