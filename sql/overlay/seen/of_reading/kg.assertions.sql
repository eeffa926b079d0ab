-- One row per claim that somebody decided something (predicate `decided`), with the columns from which decisions are made.
-- This is the part of `kg.assertions` that the tables of `sql/overlay/reading` depend on. When only other rows or columns
-- change, the stages that read this part are not run again.
SELECT
    a.assertion_id, a.message_id, a.predicate_id, a.subject_entity_id, a.object_entity_id, a.object_value, a.polarity,
    a.asserted_role, a.asserted_at_utc
FROM kg.assertions AS a
SEMI JOIN (SELECT predicate_id FROM kg.predicates WHERE canonical_label = 'decided') AS p ON p.predicate_id = a.predicate_id
