-- One row per name of a person or thing in a message, with the artifact and revision that hold the message. `entity_id` is
-- NULL if `kg.entities` does not have the entity. Reads the rows of held.sql. The caller gives `mentioned` (the rows of
-- read_mentioned.sql).
SELECT
    m.* EXCLUDE (entity_id),
    h.artifact_uid,
    h.revision_id,
    e.entity_id
FROM mentioned AS m
JOIN held AS h USING (message_id)
LEFT JOIN kg.entities AS e USING (entity_id)
ORDER BY m.conversation_id, m.message_id, m.start_char, m.mentioned_id
