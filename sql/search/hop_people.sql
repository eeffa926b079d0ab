-- One hop from the claims, events and names of some messages to others (seed 003 §6.2), the newest first, over people as
-- they are resolved. An event that was read in the words of a claim is told as that claim.
WITH own AS (
    SELECT entity_id FROM memory.entity WHERE is_self
),
seed AS (
    SELECT unnest($seeds::VARCHAR[]) AS message_id
),
told AS (
    SELECT c.subject_id, c.object_id
    FROM assertions a JOIN seed USING (message_id) JOIN memory.claim_entity c USING (assertion_id)
),
happened AS (
    SELECT DISTINCT q.event_id FROM memory.event_evidence q JOIN seed USING (message_id)
),
reached AS (
    SELECT subject_id AS entity_id, TRUE AS is_of_event FROM told
    UNION ALL
    SELECT object_id, TRUE FROM told
    UNION ALL
    SELECT entity_id, TRUE FROM memory.event_actor JOIN happened USING (event_id)
    UNION ALL
    SELECT entity_id, TRUE FROM memory.event_subject JOIN happened USING (event_id)
    UNION ALL
    SELECT n.entity_id, FALSE FROM memory.entity_mention n JOIN seed USING (message_id)
),
through AS (
    SELECT entity_id, bool_or(is_of_event) AS is_of_event
    FROM reached
    WHERE entity_id IS NOT NULL AND entity_id NOT IN (FROM own)
    GROUP BY entity_id
),
related AS (
    SELECT c.assertion_id, NULL AS event_id, t.entity_id, t.is_of_event, c.subject_id = t.entity_id AS is_actor
    FROM memory.claim_entity c JOIN through t ON t.entity_id IN (c.subject_id, c.object_id)
    UNION ALL
    SELECT NULL, a.event_id, t.entity_id, t.is_of_event, TRUE
    FROM memory.event_actor a JOIN through t USING (entity_id)
    UNION ALL
    SELECT NULL, s.event_id, t.entity_id, t.is_of_event, FALSE
    FROM memory.event_subject s JOIN through t USING (entity_id)
),
-- What several ways lead to is told once, by the nearest of them.
nearest AS (
    SELECT *, coalesce(assertion_id, event_id) AS id
    FROM related
    QUALIFY row_number() OVER (
        PARTITION BY coalesce(assertion_id, event_id) ORDER BY is_of_event DESC, is_actor DESC, entity_id
    ) = 1
),
candidates AS (
    SELECT
        n.*, a.message_id, p.category, coalesce(t.valid_from_utc, a.asserted_at_utc) AS event_time,
        a.confidence_final AS confidence
    FROM nearest n
    JOIN assertions a USING (assertion_id)
    JOIN predicates p USING (predicate_id)
    LEFT JOIN assertion_temporalized t USING (assertion_id)
    WHERE coalesce(a.supersession_type, '') NOT IN ('retraction', 'correction')
    UNION ALL
    SELECT n.*, e.message_id, e.category, coalesce(e.event_time_utc, e.said_at_utc), e.confidence
    FROM nearest n
    JOIN memory.semantic_event e USING (event_id)
    WHERE e.assertion_id IS NULL OR e.assertion_id NOT IN (SELECT assertion_id FROM nearest WHERE assertion_id IS NOT NULL)
),
-- The newest first; only of these is anything else read.
newest AS (
    SELECT *
    FROM candidates
    WHERE message_id NOT IN (SELECT unnest($found::VARCHAR[]))
        AND ($categories::VARCHAR[] IS NULL OR list_contains($categories::VARCHAR[], category))
    ORDER BY event_time DESC NULLS LAST, confidence DESC, id
    LIMIT $budget
),
quoted AS (
    SELECT event_id, quote, start_char, end_char
    FROM memory.event_evidence
    WHERE event_id IN (SELECT event_id FROM newest)
    QUALIFY row_number() OVER (PARTITION BY event_id ORDER BY start_char, evidence_id) = 1
)
SELECT
    n.id,
    n.category,
    CASE
        WHEN NOT n.is_of_event THEN '1_hop_via:' || n.category
        WHEN n.is_actor THEN 'same_actor:' || w.canonical_name
        ELSE 'same_subject:' || w.canonical_name
    END AS reason,
    coalesce(e.narrative, concat_ws(
        ' ', s.canonical_name, CASE WHEN a.polarity = 'negative' THEN 'not' END, p.canonical_label,
        coalesce(o.canonical_name, object_words(k.canonical_name, a.object_value_type, a.object_value))
    )) AS summary,
    n.event_time,
    coalesce(q.quote, a.surface_text) AS quote,
    n.message_id,
    coalesce(q.start_char, a.char_start) AS char_start,
    coalesce(q.end_char, a.char_end) AS char_end
FROM newest n
JOIN memory.entity w ON w.entity_id = n.entity_id
LEFT JOIN assertions a ON a.assertion_id = n.assertion_id
LEFT JOIN predicates p USING (predicate_id)
LEFT JOIN memory.claim_entity c ON c.assertion_id = n.assertion_id
LEFT JOIN memory.entity s ON s.entity_id = c.subject_id
LEFT JOIN memory.entity o ON o.entity_id = c.object_id
LEFT JOIN entities k ON k.entity_id = a.object_entity_id
LEFT JOIN memory.semantic_event e ON e.event_id = n.event_id
LEFT JOIN quoted q ON q.event_id = n.event_id
ORDER BY n.event_time DESC NULLS LAST, n.confidence DESC, n.id
