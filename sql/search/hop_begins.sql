-- One row per message and entity of it. A search can go one hop further than the messages that it found: from their entities
-- to other claims and events of these entities. `is_named` is TRUE if the message names the entity or has a claim about it.
-- `is_of_event` is TRUE if the entity is the subject or the object of a claim of the message, or takes part in an event of it.
WITH ends AS (
    SELECT assertion_id, subject_id AS entity_id FROM memory.claim_entity
    UNION ALL
    SELECT assertion_id, object_id FROM memory.claim_entity
),
happened AS (
    SELECT event_id, entity_id FROM memory.event_actor
    UNION ALL
    SELECT event_id, entity_id FROM memory.event_subject
),
spoken_of AS (
    SELECT a.message_id, e.entity_id, TRUE AS is_of_event, TRUE AS is_named
    FROM ends e JOIN kg.assertions a USING (assertion_id)
    UNION ALL
    SELECT q.message_id, h.entity_id, TRUE, FALSE
    FROM happened h JOIN memory.event_evidence q USING (event_id)
    UNION ALL
    SELECT message_id, entity_id, FALSE, TRUE
    FROM memory.entity_mention
)
SELECT message_id, entity_id, bool_or(is_of_event) AS is_of_event, bool_or(is_named) AS is_named
FROM spoken_of
WHERE message_id IS NOT NULL AND entity_id IS NOT NULL
GROUP BY message_id, entity_id
ORDER BY message_id, entity_id
