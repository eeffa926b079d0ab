SELECT
    m.message_id,
    m.conversation_id,
    c.title,
    m.role,
    m.author_name AS author,
    m.recipient,
    m.source_kind AS source,
    m.created_at_utc,
    m.text_raw AS text
FROM messages m
JOIN conversations c USING (conversation_id)
WHERE m.message_id IN (SELECT unnest(?::VARCHAR[]))
