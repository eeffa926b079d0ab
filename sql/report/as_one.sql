-- Two temporary views that show a person who has several entities as one. `relatives` (made by relatives.sql) lists relatives
-- without a name, and for each the entity under whose name the report mentions them: "my brother" is Teuvo. The view
-- `assertions` has every claim, with these relatives replaced by those entities. The view `entities` has every entity except
-- these relatives. While the report is made, the two views stand in for the tables of the same names in kg.duckdb; the views
-- and macros of kg.duckdb read them, too.
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
