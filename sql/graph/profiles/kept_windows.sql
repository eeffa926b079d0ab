-- `kg.profile_windows`: the windows that are kept. `windows` is given.
SELECT * FROM windows ORDER BY entity_id, granularity, window_start_utc
