-- `kg.entities`: one row per entity: those of `kg.entities__named`, and those that only claims name. The caller gives `newcomers`
-- (the entities that only claims name).
SELECT * FROM kg.entities__named
UNION ALL BY NAME
SELECT * FROM newcomers
ORDER BY entity_type, entity_key, entity_id
