-- The entity whose months the report shows: the person, else the first that has profiles.
SELECT p.entity_id
FROM profiles AS p
JOIN entities AS e USING (entity_id)
ORDER BY e.entity_key <> '__SELF__', p.entity_id
LIMIT 1
