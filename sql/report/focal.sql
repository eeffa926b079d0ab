-- One row: the entity whose months the report shows. It is the person if they have a profile, else the first entity that has
-- one. If no entity has a profile, there is no row. Tables, views and macros are those of kg.duckdb, but with one entity for
-- one person (as_one.sql).
SELECT p.entity_id
FROM profiles AS p
JOIN entities AS e USING (entity_id)
ORDER BY e.entity_key <> '__SELF__', p.entity_id
LIMIT 1
