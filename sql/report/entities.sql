-- One row per person, town or other place of the report, without `focal` (the entity whose months the report shows). A row
-- stands here for one of two reasons. The entity is active and of the type PERSON or LOCATION. Or it is the object of a
-- positive claim whose predicate asks for a person or a place (`value_type_constraint`).
--
-- `claims` counts such claims. `moments` lists the predicates of some of them: the subject is `focal`, the claim tells of a
-- single event, and the event belongs to no story. Tables, views and macros are those of kg.duckdb, but with one entity for
-- one person (as_one.sql).
WITH claimed AS (
    SELECT
        a.object_entity_id AS entity_id,
        max(p.value_type_constraint = 'person') AS is_person,
        max(p.value_type_constraint = 'place') AS is_place,
        count(*) AS claims,
        list(DISTINCT p.canonical_label ORDER BY p.canonical_label)
            FILTER (
                a.subject_entity_id = $focal
                AND a.modality <> 'intention'
                AND s.matter IS NOT NULL
                AND s.role IS NULL
            ) AS moments
    FROM assertions AS a
    JOIN predicates AS p USING (predicate_id)
    JOIN assertion_temporalized AS t USING (assertion_id)
    LEFT JOIN claim_matters AS s USING (assertion_id)
    WHERE p.value_type_constraint IN ('person', 'place') AND t.status <> 'retracted' AND a.polarity = 'positive'
    GROUP BY ALL
)
SELECT
    e.entity_id,
    CASE WHEN coalesce(c.is_person, FALSE) OR e.entity_type = 'PERSON' THEN 'person' ELSE 'place' END AS kind,
    e.canonical_name AS name,
    e.mention_count AS mentions,
    e.conversation_count AS conversations,
    coalesce(o.by_person, 0) AS by_person,
    coalesce(c.claims, 0) AS claims,
    coalesce(c.moments, []) AS moments
FROM entities AS e
LEFT JOIN entity_overview AS o USING (entity_id)
LEFT JOIN claimed AS c USING (entity_id)
WHERE e.status = 'active'
    AND e.entity_id IS DISTINCT FROM $focal
    AND (e.entity_type IN ('PERSON', 'LOCATION') OR c.entity_id IS NOT NULL)
ORDER BY kind, (claims > 0) DESC, by_person DESC, mentions DESC, claims DESC, name, e.entity_id
