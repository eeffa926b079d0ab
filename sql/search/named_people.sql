-- One row per message that names the resolved entity with the given id, by any of its names. A relative without a name ("my
-- brother", key `__SELF__/…`) has no mentions; for such a relative the rows are the messages with a claim about them. Tables are
-- those of kg.duckdb.
WITH said AS (
    SELECT a.message_id, a.subject_entity_id AS entity_id
    FROM memory.claim_entity AS c
    JOIN assertions AS a USING (assertion_id)
    WHERE c.subject_id = $1
    UNION ALL
    SELECT a.message_id, a.object_entity_id
    FROM memory.claim_entity AS c
    JOIN assertions AS a USING (assertion_id)
    WHERE c.object_id = $1
)
SELECT message_id FROM memory.entity_mention WHERE entity_id = $1
UNION
SELECT s.message_id
FROM said AS s
JOIN entities AS e USING (entity_id)
WHERE starts_with(e.entity_key, '__SELF__/')
