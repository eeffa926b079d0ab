-- The messages that name somebody, by any of their names.
SELECT DISTINCT message_id FROM memory.entity_mention WHERE entity_id = ?
