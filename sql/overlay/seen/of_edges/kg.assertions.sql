-- The claims that draw a relation between two entities, and those that are in conflict; no edge comes of others.
SELECT
    assertion_id, predicate_id, subject_entity_id, object_entity_id, asserted_role, polarity, modality, confidence_final,
    extraction_method, fact_key
FROM kg.assertions
WHERE object_entity_id IS NOT NULL OR assertion_id IN (SELECT assertion_id FROM kg.conflict_members)
