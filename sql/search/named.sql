-- The messages that name an entity, or one that was merged into it.
SELECT DISTINCT n.message_id
FROM entity_mentions n
JOIN entities__named e USING (entity_id)
WHERE coalesce(e.merged_into, e.entity_id) = ?
