-- The windows as `kg.profile_windows` has them. `windows` is given.
SELECT * FROM windows ORDER BY entity_id, granularity, window_start_utc
