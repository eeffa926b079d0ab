-- One row per event (`memory.semantic_event`), with the artifact and revision that hold its words. If claims overlap its
-- words, the row also has the claim that overlaps them most. Reads the rows of held.sql and claims_beside.sql. The caller
-- gives `events` (the rows of read_events.sql).
SELECT
    e.event_id,
    h.artifact_uid,
    h.revision_id,
    e.message_id,
    e.conversation_id,
    e.category,
    e.narrative,
    e.event_time_utc,
    e.event_time_end_utc,
    e.time_granularity,
    e.subject_json,
    e.actors_json,
    h.created_at_utc AS said_at_utc,
    c.assertion_id,
    e.confidence,
    e.read_by
FROM events AS e
JOIN held AS h USING (message_id)
LEFT JOIN claims_beside AS c USING (event_id)
ORDER BY e.conversation_id, e.message_id, e.event_id
