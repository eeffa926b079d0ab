-- One hop from the claims and names of some messages to other claims (seed 003 §6.2), the newest first.
WITH own AS (
    SELECT entity_id FROM entities WHERE entity_key = '__SELF__'
),
told AS (
    SELECT subject_entity_id, object_entity_id
    FROM assertions
    WHERE message_id IN (SELECT unnest($seeds::VARCHAR[]))
),
reached AS (
    SELECT subject_entity_id AS entity_id, TRUE AS is_of_event FROM told
    UNION ALL
    SELECT object_entity_id, TRUE FROM told WHERE object_entity_id IS NOT NULL
    UNION ALL
    SELECT coalesce(e.merged_into, e.entity_id), FALSE
    FROM entity_mentions n JOIN entities__named e USING (entity_id)
    WHERE n.message_id IN (SELECT unnest($seeds::VARCHAR[]))
),
through AS (
    SELECT r.entity_id, bool_or(r.is_of_event) AS is_of_event
    FROM reached r
    WHERE r.entity_id NOT IN (FROM own)
    GROUP BY r.entity_id
),
related AS (
    SELECT a.assertion_id, t.entity_id, t.is_of_event, TRUE AS is_actor
    FROM assertions a JOIN through t ON t.entity_id = a.subject_entity_id
    UNION ALL
    SELECT a.assertion_id, t.entity_id, t.is_of_event, FALSE
    FROM assertions a JOIN through t ON t.entity_id = a.object_entity_id
),
-- A claim that several ways lead to is told once, by the nearest of them.
nearest AS (
    SELECT * FROM related
    QUALIFY row_number() OVER (
        PARTITION BY assertion_id ORDER BY is_of_event DESC, is_actor DESC, entity_id
    ) = 1
),
-- The newest first; only of these is anything else read.
newest AS (
    SELECT n.*, p.category, p.canonical_label, coalesce(t.valid_from_utc, a.asserted_at_utc) AS event_time,
        a.confidence_final
    FROM nearest n
    JOIN assertions a USING (assertion_id)
    JOIN predicates p USING (predicate_id)
    LEFT JOIN assertion_temporalized t USING (assertion_id)
    WHERE a.message_id NOT IN (SELECT unnest($found::VARCHAR[]))
        AND coalesce(a.supersession_type, '') NOT IN ('retraction', 'correction')
        AND ($categories::VARCHAR[] IS NULL OR list_contains($categories::VARCHAR[], p.category))
    ORDER BY event_time DESC NULLS LAST, a.confidence_final DESC, n.assertion_id
    LIMIT $budget
)
SELECT
    n.assertion_id AS id,
    n.category,
    CASE
        WHEN NOT n.is_of_event THEN '1_hop_via:' || n.category
        WHEN n.is_actor THEN 'same_actor:' || e.canonical_name
        ELSE 'same_subject:' || e.canonical_name
    END AS reason,
    concat_ws(
        ' ', s.canonical_name, CASE WHEN a.polarity = 'negative' THEN 'not' END, n.canonical_label,
        object_words(o.canonical_name, a.object_value_type, a.object_value)
    ) AS summary,
    n.event_time,
    a.surface_text AS quote,
    a.message_id,
    a.char_start,
    a.char_end
FROM newest n
JOIN assertions a USING (assertion_id)
JOIN entities s ON s.entity_id = a.subject_entity_id
JOIN entities e ON e.entity_id = n.entity_id
LEFT JOIN entities o ON o.entity_id = a.object_entity_id
ORDER BY n.event_time DESC NULLS LAST, n.confidence_final DESC, n.assertion_id
