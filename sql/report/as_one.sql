-- Two temporary views that show a person who has several entities as one. While the report is made, they stand in for the tables
-- `assertions` and `entities` of kg.duckdb; its views and macros read them, too. `assertions` has every claim; where its subject
-- or object is listed in `relatives` (made by relatives.sql), it is replaced by the entity under whose name the report mentions
-- them ("my brother" becomes Teuvo). `entities` has every entity except these relatives.
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
