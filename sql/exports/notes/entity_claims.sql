-- One row per entity and claim to show in the note of this entity, in the order of time. Entities without a note have no rows.
-- The claims of an entity are those that have it as subject or object. Each entity has at most $note_most_claims claims, those
-- that were said last. The caller gives `said` (the rows of said.sql) and `kept` (the rows of kept.sql). The other tables are
-- those of kg.duckdb.
WITH about AS (
    SELECT k.entity_id, s.*
    FROM said AS s
    JOIN kept AS k ON k.entity_id = s.subject_entity_id
    UNION ALL
    SELECT k.entity_id, s.*
    FROM said AS s
    JOIN kept AS k ON k.entity_id = s.object_entity_id
    WHERE s.object_entity_id <> s.subject_entity_id
)
SELECT *
FROM about
QUALIFY row_number() OVER (
    PARTITION BY entity_id ORDER BY said_at_utc DESC NULLS LAST, assertion_id
) <= $note_most_claims
ORDER BY entity_id, at_utc NULLS LAST, said_at_utc NULLS LAST, assertion_id
