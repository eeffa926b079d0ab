-- `kg.profile_windows`: one row per kept window (one with enough assertions). Reads the rows of windows.sql, which has only
-- such windows.
SELECT * FROM windows ORDER BY entity_id, granularity, window_start_utc
