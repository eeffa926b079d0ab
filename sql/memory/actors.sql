-- One row per event and actor in it (from `actors_json`), with the actor's words, role and entity. If the actor is the person,
-- the entity is SELF. For any other actor it is the entity of the mention in `kg.entity_mentions` that overlaps the actor's
-- words most, or NULL if no mention overlaps them. The caller gives `events` (the rows of read_events.sql).
WITH listed AS (
    SELECT
        e.event_id,
        e.message_id,
        unnest(range(json_array_length(e.actors_json)::BIGINT)) AS actor_index,
        unnest(json_extract(e.actors_json, '$[*]')) AS actor
    FROM events AS e
),
read AS (
    SELECT
        event_id,
        actor_index,
        message_id,
        actor ->> '$.reference' AS surface_form,
        (actor ->> '$.start')::BIGINT AS start_char,
        (actor ->> '$.end')::BIGINT AS end_char,
        actor ->> '$.role' AS role,
        (actor ->> '$.is_self')::BOOLEAN AS is_self
    FROM listed
),
named AS (
    SELECT r.event_id, r.actor_index, m.entity_id
    FROM read AS r
    JOIN kg.entity_mentions AS m
        ON m.message_id = r.message_id AND m.char_start < r.end_char AND m.char_end > r.start_char
    WHERE NOT r.is_self
    QUALIFY
        row_number() OVER (
            PARTITION BY r.event_id, r.actor_index
            ORDER BY
                least(m.char_end, r.end_char) - greatest(m.char_start, r.start_char) DESC,
                m.char_start,
                m.mention_id
        ) = 1
),
self AS (
    SELECT entity_id FROM kg.entities WHERE entity_key = '__SELF__' AND entity_type = 'PERSON'
)
SELECT
    r.*,
    CASE WHEN r.is_self THEN (SELECT entity_id FROM self) ELSE n.entity_id END AS entity_id
FROM read AS r
LEFT JOIN named AS n USING (event_id, actor_index)
ORDER BY r.message_id, r.event_id, r.actor_index
