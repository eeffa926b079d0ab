-- Two views for the report, which make one entity of a person who has several. They take the place of the tables of the same name
-- of kg.duckdb in all that the report asks, its views and macros included. `assertions` has every claim; a claim about a relative
-- of `relatives` becomes one about the entity under whose name the report mentions them ("my brother" becomes Teuvo). `entities`
-- has every entity except these relatives. relatives.sql makes `relatives`.
CREATE TEMP VIEW assertions AS
SELECT
    a.* REPLACE (
        coalesce(s.told_as_id, a.subject_entity_id) AS subject_entity_id,
        coalesce(o.told_as_id, a.object_entity_id) AS object_entity_id
    )
FROM kg.main.assertions AS a
LEFT JOIN relatives AS s ON s.entity_id = a.subject_entity_id
LEFT JOIN relatives AS o ON o.entity_id = a.object_entity_id;

CREATE TEMP VIEW entities AS
SELECT e.*
FROM kg.main.entities AS e
ANTI JOIN relatives AS r USING (entity_id);
