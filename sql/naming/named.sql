-- `kg.entities__named`: the entities under their names. `choices` is given: only names change, and only of what is active
-- (§3.0).
SELECT e.* REPLACE (coalesce(c.canonical_name, e.canonical_name) AS canonical_name)
FROM kg.entities__consolidated AS e
LEFT JOIN choices AS c USING (entity_id)
ORDER BY e.entity_type, e.entity_key, e.entity_id
