-- One row per conversation that has a message with a claim or a retraction. Tables are those of kg.duckdb.
SELECT conversation_id, title, source_kind
FROM conversations
WHERE conversation_id IN (
    SELECT conversation_id
    FROM messages
    WHERE message_id IN (SELECT message_id FROM assertions UNION SELECT retraction_message_id FROM retractions)
)
ORDER BY conversation_id
