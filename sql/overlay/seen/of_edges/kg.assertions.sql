-- One row per claim that has an entity as object or is a member of a conflict: the part of `kg.assertions` that edges depend
-- on. Other claims change no edge. When only other rows or columns change, the stages that read this part are not run again.
SELECT
    assertion_id, predicate_id, subject_entity_id, object_entity_id, asserted_role, polarity, modality, confidence_final,
    extraction_method, fact_key
FROM kg.assertions
WHERE object_entity_id IS NOT NULL OR assertion_id IN (SELECT assertion_id FROM kg.conflict_members)
