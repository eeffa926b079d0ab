-- `kg.profile_windows`: all of `windows`, which holds no window with too few assertions. `windows` is given.
SELECT * FROM windows ORDER BY entity_id, granularity, window_start_utc
