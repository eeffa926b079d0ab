-- `kg.entities`: the rows of `kg.entities__named`, and the entities that only claims speak of. `newcomers`, which holds the
-- latter, is given.
SELECT * FROM kg.entities__named
UNION ALL BY NAME
SELECT * FROM newcomers
ORDER BY entity_type, entity_key, entity_id
