-- `kg.profile_windows`: one row per kept window. All rows of `windows` are kept: windows with too few assertions are not among
-- them. Reads the rows of windows.sql.
SELECT * FROM windows ORDER BY entity_id, granularity, window_start_utc
