-- `kg.entities__named`: one row per entity, under its chosen name. Entities that are not active keep their names (§3.0). All
-- other columns stay as they were in `kg.entities__consolidated`. The caller gives `choices` (the rows of choices.sql).
SELECT e.* REPLACE (coalesce(c.canonical_name, e.canonical_name) AS canonical_name)
FROM kg.entities__consolidated AS e
LEFT JOIN choices AS c USING (entity_id)
ORDER BY e.entity_type, e.entity_key, e.entity_id
