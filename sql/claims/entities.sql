-- `kg.entities`: the named entities as they are, and those that only claims speak of, which are given as `newcomers`.
SELECT * FROM kg.entities__named
UNION ALL BY NAME
SELECT * FROM newcomers
ORDER BY entity_type, entity_key, entity_id
