-- One row per relative without a name (key `__SELF__/…`: "my brother", "my mum") that memory has found to be the same person
-- as another entity. `told_as_id` is the entity under whose name the report mentions them. It is chosen among all entities of
-- this person: first one with a name, then the one mentioned most, then the one with the most claims ("my mum" rather than "my
-- mom"). Tables are those of kg.duckdb.
WITH said AS (
    SELECT subject_entity_id AS entity_id, assertion_id FROM assertions
    UNION
    SELECT object_entity_id, assertion_id FROM assertions
),
counted AS (
    SELECT entity_id, count(*) AS claims FROM said GROUP BY entity_id
),
called AS (
    SELECT
        b.entity_id AS person_id,
        e.entity_id,
        starts_with(e.entity_key, '__SELF__/') AS is_without_name,
        e.mention_count,
        coalesce(c.claims, 0) AS claims
    FROM entities AS e
    JOIN memory.name_bearer AS b ON b.bearer_id = e.entity_id
    LEFT JOIN counted AS c ON c.entity_id = e.entity_id
    WHERE e.status = 'active' AND e.entity_key <> '__SELF__'
),
chosen AS (
    SELECT
        person_id,
        min({
            'is_without_name': is_without_name, 'mentions': -mention_count, 'claims': -claims, 'entity_id': entity_id
        }).entity_id AS told_as_id
    FROM called
    GROUP BY person_id
)
SELECT c.entity_id, o.told_as_id
FROM called AS c
JOIN chosen AS o USING (person_id)
WHERE c.is_without_name AND c.entity_id <> o.told_as_id
ORDER BY c.entity_id
