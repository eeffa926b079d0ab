-- Events of rules and model; where both read some of the same words, the model's reading stands.
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
