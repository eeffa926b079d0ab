-- The messages that name the entity of the parameter, or one that was merged into it. Tables are those of kg.duckdb.
SELECT DISTINCT n.message_id
FROM entity_mentions n
JOIN entities__named e USING (entity_id)
WHERE coalesce(e.merged_into, e.entity_id) = ?
