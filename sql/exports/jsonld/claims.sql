-- One row per claim, with its words, its valid time, and what became of it. Tables are those of kg.duckdb.
SELECT
    a.assertion_id,
    a.message_id,
    a.subject_entity_id,
    p.canonical_label_norm,
    a.object_entity_id,
    a.object_value_type,
    a.object_value,
    a.polarity,
    a.modality,
    t.status,
    a.extraction_method,
    a.extraction_model,
    a.confidence_final,
    a.asserted_role,
    a.asserted_at_utc,
    t.valid_from_utc,
    t.valid_to_utc,
    t.valid_until_hint_utc,
    t.valid_time_type,
    t.valid_time_precision,
    coalesce(a.superseded_by_assertion_id, t.temporal_superseded_by_assertion_id) AS superseded_by,
    t.retracted_by_retraction_id,
    t.negated_by_assertion_id,
    a.char_start,
    a.char_end,
    a.surface_text
FROM assertions AS a
JOIN assertion_temporalized AS t USING (assertion_id)
JOIN predicates AS p USING (predicate_id)
ORDER BY a.assertion_id
