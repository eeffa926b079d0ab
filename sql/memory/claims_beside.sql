-- One row per event whose words overlap those of a claim, with that claim. If several claims overlap the event, the one that
-- shares the most characters with it counts, then the one with the highest `confidence_final`, then the one with the smallest
-- id. The caller gives `events` (the rows of read_events.sql).
SELECT e.event_id, a.assertion_id
FROM events AS e
JOIN kg.assertions AS a
    ON a.message_id = e.message_id AND a.char_start < e.end_char AND a.char_end > e.start_char
QUALIFY
    row_number() OVER (
        PARTITION BY e.event_id
        ORDER BY
            least(a.char_end, e.end_char) - greatest(a.char_start, e.start_char) DESC,
            a.confidence_final DESC,
            a.assertion_id
    ) = 1
