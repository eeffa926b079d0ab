-- One row per event, with the words from which it was read, and the artifact and revision that hold these words. Reads the rows
-- of held.sql. The caller gives `events` (the rows of read_events.sql) and `evidence_ids` (the id of the evidence of each event).
SELECT i.evidence_id, e.event_id, h.artifact_uid, h.revision_id, e.message_id, e.quote, e.start_char, e.end_char
FROM events AS e
JOIN held AS h USING (message_id)
JOIN evidence_ids AS i USING (event_id)
ORDER BY e.message_id, e.start_char, i.evidence_id
