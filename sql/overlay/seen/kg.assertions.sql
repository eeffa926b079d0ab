-- One row per claim that has an entity as object: the part of `kg.assertions` that mentions depend on. Other claims change no
-- mention. When only other rows or columns change, the stages that read this part are not run again.
SELECT
    assertion_id, message_id, char_start, char_end, predicate_id, subject_entity_id, object_entity_id, polarity, modality,
    asserted_role, asserted_at_utc, confidence_final, extraction_method
FROM kg.assertions
WHERE object_entity_id IS NOT NULL
