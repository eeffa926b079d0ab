-- The messages that hold a claim or a retraction, without their texts.
SELECT message_id, conversation_id, role, timestamp_quality, created_at_utc
FROM messages
WHERE message_id IN (SELECT message_id FROM assertions UNION SELECT retraction_message_id FROM retractions)
ORDER BY message_id
