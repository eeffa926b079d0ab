-- `kg.profile_windows`: the windows that hold enough assertions: every row of `windows`. `windows` is given.
SELECT * FROM windows ORDER BY entity_id, granularity, window_start_utc
