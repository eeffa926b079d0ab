-- What the mentions name, once each: every pair becomes an entity, or is part of one since a merge.
SELECT DISTINCT entity_type_hint AS entity_type, entity_key
FROM kg.entity_mentions
ORDER BY entity_type, entity_key
