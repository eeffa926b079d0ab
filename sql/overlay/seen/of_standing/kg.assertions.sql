-- The claims that have an object entity, and those that tell a decision, with the columns on which the tables of how nodes stand
-- depend.
SELECT
    assertion_id, message_id, char_start, char_end, predicate_id, subject_entity_id, object_entity_id, polarity, asserted_role,
    asserted_at_utc
FROM kg.assertions
WHERE object_entity_id IS NOT NULL OR assertion_id IN (SELECT decision_id FROM overlay.decision_checkpoints)
