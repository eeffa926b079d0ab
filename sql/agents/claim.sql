-- One row per claim whose id begins with the given text, at most ten. A row has the place where the claim was said, its valid
-- time and its status. It also has the words that took the claim back, ended it or replaced it, if there are any. Tables are
-- those of kg.duckdb.
SELECT
    a.assertion_id,
    s.canonical_name AS subject,
    p.canonical_label AS predicate,
    object_words(o.canonical_name, a.object_value_type, a.object_value) AS object,
    a.polarity,
    a.modality,
    a.asserted_role AS said_by,
    a.asserted_at_utc AS said_at_utc,
    c.title,
    m.conversation_id,
    a.message_id,
    a.char_start,
    a.char_end,
    a.surface_text AS quote,
    a.extraction_method AS read_by,
    a.extraction_model AS model,
    a.confidence_extraction,
    a.confidence_grounding,
    a.confidence_final,
    a.has_user_corroboration,
    t.status,
    t.valid_from_utc,
    t.valid_to_utc,
    t.valid_time_precision,
    t.time_source,
    a.supersession_type,
    coalesce(later.surface_text, r.surface_text) AS ended_by_quote,
    coalesce(later.message_id, r.retraction_message_id) AS ended_by_message_id
FROM assertions a
JOIN entities s ON s.entity_id = a.subject_entity_id
JOIN predicates p USING (predicate_id)
JOIN messages m USING (message_id)
JOIN conversations c USING (conversation_id)
LEFT JOIN entities o ON o.entity_id = a.object_entity_id
LEFT JOIN assertion_temporalized t USING (assertion_id)
LEFT JOIN assertions later ON later.assertion_id
    = coalesce(a.superseded_by_assertion_id, t.temporal_superseded_by_assertion_id, t.negated_by_assertion_id)
-- A retraction need not name another claim. Then its own words are quoted as what ended this one.
LEFT JOIN retractions AS r ON r.retraction_id = t.retracted_by_retraction_id
WHERE starts_with(a.assertion_id, ?)
ORDER BY a.assertion_id
LIMIT 10
