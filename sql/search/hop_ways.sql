-- One row per item and entity in it; an item is a claim or an event. `is_actor` is TRUE for the subject of a claim and for the
-- actors of an event. It is FALSE for the object of a claim and for what an event is about.
SELECT subject_id AS entity_id, assertion_id AS id, TRUE AS is_actor
FROM memory.claim_entity
WHERE subject_id IS NOT NULL
UNION ALL
SELECT object_id, assertion_id, FALSE
FROM memory.claim_entity
WHERE object_id IS NOT NULL
UNION ALL
SELECT entity_id, event_id, TRUE
FROM memory.event_actor
WHERE entity_id IS NOT NULL
UNION ALL
SELECT entity_id, event_id, FALSE
FROM memory.event_subject
WHERE entity_id IS NOT NULL
ORDER BY ALL
