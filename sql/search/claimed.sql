-- What the person said in some relations: what stands before what is over, what is so before what is not, the newest first.
SELECT
    a.message_id,
    s.canonical_name AS subject,
    p.canonical_label AS predicate,
    object_words(o.canonical_name, a.object_value_type, a.object_value) AS object,
    a.polarity,
    a.modality,
    a.surface_text AS quote
FROM assertions a
JOIN entities s ON s.entity_id = a.subject_entity_id
JOIN predicates p USING (predicate_id)
LEFT JOIN entities o ON o.entity_id = a.object_entity_id
LEFT JOIN assertion_temporalized t USING (assertion_id)
WHERE
    p.canonical_label IN (SELECT unnest($predicates::VARCHAR[]))
    AND a.asserted_role = 'user' AND a.modality <> 'question' AND a.supersession_type IS NULL
ORDER BY
    coalesce(t.status, 'active') IN ('superseded', 'negated', 'retracted'),
    a.polarity = 'negative',
    a.asserted_at_utc DESC NULLS LAST,
    a.assertion_id
LIMIT $most
