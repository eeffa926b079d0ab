-- The events of rules and model together. A rule's event that overlaps a model's event in the same message is left out.
-- `model_events` and `rule_events` are given.
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
