-- One row per claim that has an entity as object or that is a decision: the part of `kg.assertions` that the tables of
-- `sql/overlay/standing` depend on. When only other rows or columns change, the stages that read this part are not run again.
SELECT
    assertion_id, message_id, char_start, char_end, predicate_id, subject_entity_id, object_entity_id, polarity, asserted_role,
    asserted_at_utc
FROM kg.assertions
WHERE object_entity_id IS NOT NULL OR assertion_id IN (SELECT decision_id FROM overlay.decision_checkpoints)
