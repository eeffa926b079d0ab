-- One row per pair of entity type and key that mentions have. Each pair becomes an entity. The person may later merge this
-- entity into another.
SELECT DISTINCT entity_type_hint AS entity_type, entity_key
FROM kg.entity_mentions
ORDER BY entity_type, entity_key
