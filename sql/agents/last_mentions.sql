-- One row per mention of the entity with the given id, but only the five newest. Mentions of entities that were merged into it
-- count, too. Tables are those of kg.duckdb.
SELECT
    m.created_at_utc AS said_at_utc,
    m.role,
    c.title,
    m.conversation_id,
    n.message_id,
    n.char_start,
    n.char_end,
    n.surface_text AS words
FROM entity_mentions n
JOIN entities__named e USING (entity_id)
JOIN messages m USING (message_id)
JOIN conversations c USING (conversation_id)
WHERE coalesce(e.merged_into, e.entity_id) = ?
ORDER BY m.created_at_utc DESC NULLS LAST, m.conversation_id, m.order_index DESC, n.char_start, n.mention_id
LIMIT 5
