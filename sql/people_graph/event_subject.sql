-- One row per event and resolved entity that the event is about: the entities of all mentions that overlap the words of the
-- event's subject. If no mention overlaps them, it is the `entity_id` that was read together with these words. A subject for
-- which no entity is found has no row.
SELECT DISTINCT r.event_id, coalesce(m.entity_id, e.entity_id) AS entity_id
FROM memory.event_subject__read AS r
LEFT JOIN memory.entity_mention AS m
    ON m.message_id = r.message_id AND m.start_char < r.end_char AND m.end_char > r.start_char
LEFT JOIN memory.entity AS e ON e.entity_id = r.entity_id
WHERE coalesce(m.entity_id, e.entity_id) IS NOT NULL
ORDER BY 1, 2
