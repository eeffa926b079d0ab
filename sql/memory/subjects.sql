-- One row per event and name, if the name stands within the words of the event's subject (`subject_json`). `entity_id` is the
-- entity that the name means. The caller gives `events` (the rows of read_events.sql) and `mentioned` (the rows of
-- read_mentioned.sql).
WITH read AS (
    SELECT
        event_id,
        message_id,
        (subject_json ->> '$.start')::BIGINT AS first_char,
        (subject_json ->> '$.end')::BIGINT AS last_char
    FROM events
    WHERE subject_json IS NOT NULL
),
named AS (
    SELECT DISTINCT ON (r.event_id, m.start_char, m.end_char)
        r.event_id, r.message_id, m.surface_form, m.start_char, m.end_char, m.entity_id
    FROM read AS r
    JOIN mentioned AS m
        ON m.message_id = r.message_id AND m.start_char >= r.first_char AND m.end_char <= r.last_char
    ORDER BY r.event_id, m.start_char, m.end_char, m.mentioned_id
)
SELECT
    event_id,
    row_number() OVER (PARTITION BY event_id ORDER BY start_char, end_char) - 1 AS subject_index,
    message_id,
    surface_form,
    start_char,
    end_char,
    entity_id
FROM named
ORDER BY message_id, event_id, subject_index
