-- One row per message that names the entity with the given id, or an entity that was merged into it. Tables are those of
-- kg.duckdb.
SELECT DISTINCT n.message_id
FROM entity_mentions n
JOIN entities__named e USING (entity_id)
WHERE coalesce(e.merged_into, e.entity_id) = ?
