-- One row per event and resolved entity that took part in it, with its role. If the actor is the person, the entity is SELF.
-- For any other actor it is the entity of the mention that overlaps the actor's words most. If no mention overlaps them, it is
-- the `entity_id` that was read together with these words. An actor for whom no entity is found has no row. If one entity is
-- several actors of an event, the row has the role of the first.
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
