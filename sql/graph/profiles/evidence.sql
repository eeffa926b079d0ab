-- One row per kept window and assertion that begins to hold in this window, with the member that the assertion is about. A
-- kept window is one with enough assertions. Reads the rows of eligible.sql, calendar.sql and windows.sql.
SELECT
    w.window_id,
    w.entity_id,
    w.granularity,
    w.window_start_utc,
    w.window_end_utc,
    w.assertion_count,
    e.assertion_id,
    e.message_id,
    e.member_node_type,
    e.member_source_id,
    e.predicate_id,
    e.valid_from_utc,
    e.confidence_final
FROM eligible AS e
JOIN calendar AS c USING (month)
JOIN windows AS w USING (entity_id, granularity, window_start_utc)
ORDER BY w.window_id, e.assertion_id
