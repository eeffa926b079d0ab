-- Where memory has found that "my brother" is Teuvo, the whole report reads what was said of "my brother" as said of Teuvo: this
-- file makes views `assertions` and `entities` that hide those of kg.duckdb. `named_relatives` gives for each relative without a
-- name (key `__SELF__/…`) the entity that has the name; of several the one mentioned most.
CREATE TEMP TABLE named_relatives AS
SELECT
    r.entity_id,
    min_by(n.entity_id, {'mentions': -n.mention_count, 'id': n.entity_id}) AS named_id
FROM kg.main.entities AS r
JOIN memory.name_bearer AS own ON own.bearer_id = r.entity_id
JOIN memory.name_bearer AS other ON other.entity_id = own.entity_id
JOIN kg.main.entities AS n ON n.entity_id = other.bearer_id
WHERE starts_with(r.entity_key, '__SELF__/') AND NOT starts_with(n.entity_key, '__SELF__')
GROUP BY r.entity_id;

CREATE TEMP VIEW assertions AS
SELECT
    a.* REPLACE (
        coalesce(s.named_id, a.subject_entity_id) AS subject_entity_id,
        coalesce(o.named_id, a.object_entity_id) AS object_entity_id
    )
FROM kg.main.assertions AS a
LEFT JOIN named_relatives AS s ON s.entity_id = a.subject_entity_id
LEFT JOIN named_relatives AS o ON o.entity_id = a.object_entity_id;

CREATE TEMP VIEW entities AS
SELECT e.*
FROM kg.main.entities AS e
ANTI JOIN named_relatives AS r USING (entity_id);
