-- One row per event that rules or a model read. If both read an event from overlapping words of a message, the model's event
-- stands and the rule's is left out (for names it is the other way round: read_mentioned.sql). The caller gives `model_events`
-- (those that a model read) and `rule_events` (those that rules read).
SELECT * FROM model_events
UNION ALL BY NAME
SELECT r.*
FROM rule_events AS r
WHERE
    NOT EXISTS (
        SELECT 1
        FROM model_events AS m
        WHERE m.message_id = r.message_id AND m.start_char < r.end_char AND m.end_char > r.start_char
    )
ORDER BY message_id, start_char, event_id
