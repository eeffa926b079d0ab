-- For each event the claim of `kg.assertions` that overlaps it by most characters; of equals the one with the higher
-- `confidence_final`, then the smaller id. Events that no claim overlaps are left out. `events` is given.
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
