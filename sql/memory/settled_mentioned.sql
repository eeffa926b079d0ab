-- Who and what is named, by rules or by a model, with its revision; an entity that no claim or mention kept is no entity.
SELECT
    m.* EXCLUDE (entity_id),
    h.artifact_uid,
    h.revision_id,
    e.entity_id
FROM mentioned AS m
JOIN held AS h USING (message_id)
LEFT JOIN kg.entities AS e USING (entity_id)
ORDER BY m.conversation_id, m.message_id, m.start_char, m.mentioned_id
