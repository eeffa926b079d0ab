-- One row per name that rules or a model read. If both read a name from overlapping words of a message, the rule's name stands
-- and the model's is left out (for events it is the other way round: read_events.sql). The caller gives `rule_mentioned`
-- (those that rules read) and `model_mentioned` (those that a model read).
SELECT * FROM rule_mentioned
UNION ALL BY NAME
SELECT m.*
FROM model_mentioned AS m
WHERE
    NOT EXISTS (
        SELECT 1
        FROM rule_mentioned AS r
        WHERE r.message_id = m.message_id AND r.start_char < m.end_char AND r.end_char > m.start_char
    )
ORDER BY message_id, start_char, mentioned_id
