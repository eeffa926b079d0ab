-- The claims that have an object entity, and the members of conflicts, with the columns that edges depend on. Other claims change
-- no edge.
SELECT
    assertion_id, predicate_id, subject_entity_id, object_entity_id, asserted_role, polarity, modality, confidence_final,
    extraction_method, fact_key
FROM kg.assertions
WHERE object_entity_id IS NOT NULL OR assertion_id IN (SELECT assertion_id FROM kg.conflict_members)
