-- `kg.entities__named`: one row per entity, under its chosen name. Nothing but names changes, and only those of active entities
-- (§3.0). The caller gives `choices` (the rows of choices.sql).
SELECT e.* REPLACE (coalesce(c.canonical_name, e.canonical_name) AS canonical_name)
FROM kg.entities__consolidated AS e
LEFT JOIN choices AS c USING (entity_id)
ORDER BY e.entity_type, e.entity_key, e.entity_id
