-- `kg.entities`: one row per entity. These are the entities of `kg.entities__named`, and those that no mention names, but only
-- a claim. The caller gives `newcomers` (the entities that only claims name).
SELECT * FROM kg.entities__named
UNION ALL BY NAME
SELECT * FROM newcomers
ORDER BY entity_type, entity_key, entity_id
