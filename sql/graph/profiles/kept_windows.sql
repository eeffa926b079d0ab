-- `kg.profile_windows`: one row per kept window, that is, one with enough assertions. windows.sql has only such windows. Reads
-- the rows of windows.sql.
SELECT * FROM windows ORDER BY entity_id, granularity, window_start_utc
