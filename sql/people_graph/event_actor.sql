-- One row per event and entity that took part in it. The entity of the person is SELF. The entity of any other actor is that of
-- the mention that overlaps the actor's words most; if there is none, the `entity_id` that was read with these words. Actors
-- without an entity are left out. If an entity has several roles in an event, the row has that of the first actor.
WITH named AS (
    SELECT
        r.event_id,
        r.actor_index,
        r.role,
        CASE
            WHEN r.is_self THEN (SELECT entity_id FROM memory.entity WHERE is_self)
            ELSE coalesce(m.entity_id, e.entity_id)
        END AS entity_id
    FROM memory.event_actor__read AS r
    LEFT JOIN memory.entity_mention AS m
        ON NOT r.is_self AND m.message_id = r.message_id AND m.start_char < r.end_char AND m.end_char > r.start_char
    LEFT JOIN memory.entity AS e ON e.entity_id = r.entity_id
    QUALIFY
        row_number() OVER (
            PARTITION BY r.event_id, r.actor_index
            ORDER BY
                least(m.end_char, r.end_char) - greatest(m.start_char, r.start_char) DESC NULLS LAST,
                m.start_char,
                m.mention_id
        ) = 1
)
SELECT event_id, entity_id, role
FROM named
WHERE entity_id IS NOT NULL
QUALIFY row_number() OVER (PARTITION BY event_id, entity_id ORDER BY actor_index) = 1
ORDER BY event_id, entity_id
