-- The distinct pairs of entity type and key among the mentions. Each pair becomes an entity, which a merge can make part of
-- another.
SELECT DISTINCT entity_type_hint AS entity_type, entity_key
FROM kg.entity_mentions
ORDER BY entity_type, entity_key
