-- The people and things that messages name, with artifact and revision. `entity_id` is NULL where the entity is not in
-- `kg.entities`. `mentioned` and `held` are given.
SELECT
    m.* EXCLUDE (entity_id),
    h.artifact_uid,
    h.revision_id,
    e.entity_id
FROM mentioned AS m
JOIN held AS h USING (message_id)
LEFT JOIN kg.entities AS e USING (entity_id)
ORDER BY m.conversation_id, m.message_id, m.start_char, m.mentioned_id
