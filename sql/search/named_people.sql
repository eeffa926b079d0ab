-- The messages that name the resolved entity of the parameter, by any of its names.
SELECT DISTINCT message_id FROM memory.entity_mention WHERE entity_id = ?
