-- Every candidate (`candidates`, given) with what its message adds to it.
SELECT
    c.*,
    m.conversation_id,
    m.order_index,
    m.role,
    m.created_at_utc
FROM candidates AS c
JOIN kg.messages AS m USING (message_id)
ORDER BY m.conversation_id, m.order_index, c.message_id, c.candidate_id
