-- The claims of some messages in words, for the results of a search.
SELECT
    a.message_id,
    a.assertion_id,
    s.canonical_name AS subject,
    p.canonical_label AS predicate,
    object_words(o.canonical_name, a.object_value_type, a.object_value) AS object,
    a.polarity,
    a.modality,
    a.confidence_final AS confidence,
    a.superseded_by_assertion_id IS NOT NULL AS is_superseded,
    a.char_start AS "start",
    a.char_end AS "end",
    a.surface_text AS quote
FROM assertions a
JOIN entities s ON s.entity_id = a.subject_entity_id
JOIN predicates p USING (predicate_id)
LEFT JOIN entities o ON o.entity_id = a.object_entity_id
WHERE a.message_id IN (SELECT unnest(?::VARCHAR[]))
ORDER BY a.message_id, a.char_start, a.assertion_id
