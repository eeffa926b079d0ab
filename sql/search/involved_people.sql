-- Who and what some messages name or tell of, after people are resolved, most mentioned first.
WITH ids AS (
    SELECT entity_id FROM memory.entity_mention WHERE message_id IN (SELECT unnest($messages::VARCHAR[]))
    UNION
    SELECT c.subject_id
    FROM assertions a JOIN memory.claim_entity c USING (assertion_id)
    WHERE a.message_id IN (SELECT unnest($messages::VARCHAR[]))
    UNION
    SELECT c.object_id
    FROM assertions a JOIN memory.claim_entity c USING (assertion_id)
    WHERE a.message_id IN (SELECT unnest($messages::VARCHAR[]))
)
SELECT
    e.entity_id,
    e.canonical_name AS name,
    e.entity_type AS type,
    e.role,
    e.organization,
    list(n.alias ORDER BY n.mention_count DESC, n.alias) AS aliases,
    e.mention_count
FROM ids
JOIN memory.entity e USING (entity_id)
JOIN memory.entity_alias n USING (entity_id)
GROUP BY ALL
ORDER BY mention_count DESC, e.entity_id
LIMIT 50
