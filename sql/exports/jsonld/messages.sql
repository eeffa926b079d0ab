-- One row per message in which a claim or a retraction was said, without its text. Tables are those of kg.duckdb.
SELECT message_id, conversation_id, role, timestamp_quality, created_at_utc
FROM messages
WHERE message_id IN (SELECT message_id FROM assertions UNION SELECT retraction_message_id FROM retractions)
ORDER BY message_id
