-- Makes views `assertions` and `entities` that take the place of those of kg.duckdb in whatever the report asks, its views and
-- macros too. `assertions` has all claims, those of a relative of `relatives` as claims of the entity as which the report tells
-- them ("my brother" as Teuvo); `entities` has all entities but these relatives. `relatives` is given.
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
