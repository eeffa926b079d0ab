-- `kg.profile_windows`: one row per kept window, all of `windows`, which has no window with too few assertions. Reads the rows of
-- windows.sql.
SELECT * FROM windows ORDER BY entity_id, granularity, window_start_utc
