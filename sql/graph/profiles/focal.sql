-- One row per entity that gets a profile (phase T0 of the profiles, §6.6.2). These are the entities of `$focal_entities`. If
-- that list is empty, it is the person. If there is no person either, it is the active entity with the most assertions as
-- their subject; only assertions with an allowed status and a valid time are counted. `is_known` is false for an id that is no
-- active entity: it has no node to which a profile could belong.
WITH active AS (
    SELECT entity_id, entity_type, entity_key FROM kg.entities WHERE status = 'active'
),
named AS (
    SELECT DISTINCT unnest($focal_entities::VARCHAR[]) AS entity_id
),
person AS (
    -- Of several persons the lowest id; `found` says how many there are.
    SELECT min(entity_id) AS entity_id, count(*) AS found
    FROM active
    WHERE entity_key = '__SELF__' AND entity_type = 'PERSON'
    HAVING count(*) > 0
),
busiest AS (
    SELECT a.subject_entity_id AS entity_id
    FROM kg.assertions AS a
    JOIN kg.assertion_temporalized AS t USING (assertion_id)
    JOIN active AS e ON e.entity_id = a.subject_entity_id
    WHERE list_contains($allowed_assertion_statuses::VARCHAR[], t.status) AND t.valid_from_utc IS NOT NULL
    GROUP BY a.subject_entity_id
    ORDER BY count(*) DESC, a.subject_entity_id
    LIMIT 1
),
chosen AS (
    SELECT entity_id, 'config' AS resolution_mode, 1 AS found FROM named
    UNION ALL
    SELECT entity_id, 'self', found FROM person WHERE NOT EXISTS (SELECT 1 FROM named)
    UNION ALL
    SELECT entity_id, 'most_assertions', 1
    FROM busiest
    WHERE NOT EXISTS (SELECT 1 FROM named) AND NOT EXISTS (SELECT 1 FROM person)
)
SELECT c.entity_id, c.resolution_mode, c.found, a.entity_id IS NOT NULL AS is_known
FROM chosen AS c
LEFT JOIN active AS a USING (entity_id)
ORDER BY c.entity_id
