-- One row per claim or event that a search can find when it goes one hop further (from a message through an entity to other
-- claims and events), the newest first. For an event, `claim_id` is the claim that was read from the same words. A claim that
-- was taken back or corrected is not shown (`is_told` is FALSE). It is here so that the event read from its words is not shown
-- either. `object_words` is a macro (macros/words.sql).
WITH quoted AS (
    SELECT event_id, quote, start_char, end_char
    FROM memory.event_evidence
    QUALIFY row_number() OVER (PARTITION BY event_id ORDER BY start_char, evidence_id) = 1
),
claims AS (
    SELECT
        a.assertion_id AS id,
        a.message_id,
        p.category,
        concat_ws(
            ' ', s.canonical_name, CASE WHEN a.polarity = 'negative' THEN 'not' END, p.canonical_label,
            coalesce(o.canonical_name, object_words(k.canonical_name, a.object_value_type, a.object_value))
        ) AS summary,
        coalesce(t.valid_from_utc, a.asserted_at_utc) AS event_time,
        a.surface_text AS quote,
        a.char_start,
        a.char_end,
        a.confidence_final AS confidence,
        coalesce(a.supersession_type, '') NOT IN ('retraction', 'correction') AS is_told
    FROM memory.claim_entity c
    JOIN kg.assertions a USING (assertion_id)
    JOIN kg.predicates p USING (predicate_id)
    LEFT JOIN kg.assertion_temporalized t USING (assertion_id)
    LEFT JOIN memory.entity s ON s.entity_id = c.subject_id
    LEFT JOIN memory.entity o ON o.entity_id = c.object_id
    LEFT JOIN kg.entities k ON k.entity_id = a.object_entity_id
)
SELECT *, NULL::VARCHAR AS claim_id FROM claims
UNION ALL
SELECT
    e.event_id, e.message_id, e.category, coalesce(e.narrative, ''), coalesce(e.event_time_utc, e.said_at_utc),
    q.quote, q.start_char, q.end_char, e.confidence, TRUE, e.assertion_id
FROM memory.semantic_event e
LEFT JOIN quoted q USING (event_id)
ORDER BY event_time DESC NULLS LAST, confidence DESC, id
