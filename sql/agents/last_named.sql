-- One row per mention of the resolved entity (`memory.entity`) with the given id, but only the five newest. Mentions by any of
-- its names count. Tables are those of kg.duckdb.
SELECT
    m.created_at_utc AS said_at_utc,
    m.role,
    c.title,
    m.conversation_id,
    n.message_id,
    n.start_char AS char_start,
    n.end_char AS char_end,
    n.surface_form AS words
FROM memory.entity_mention n
JOIN messages m USING (message_id)
JOIN conversations c USING (conversation_id)
WHERE n.entity_id = ?
ORDER BY m.created_at_utc DESC NULLS LAST, m.conversation_id, m.order_index DESC, n.start_char, n.mention_id
LIMIT 5
