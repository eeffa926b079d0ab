-- One row per claim that says where somebody works or as what. This is the part of `kg.assertions` by which it is decided whom
-- a name means. When only other rows or columns change, the stages that read this part are not run again.
SELECT
    a.message_id, a.predicate_id, a.subject_entity_id, a.object_entity_id, a.object_value, a.polarity, a.modality,
    a.supersession_type
FROM kg.assertions AS a
SEMI JOIN (
    SELECT predicate_id FROM kg.predicates WHERE canonical_label IN ('works_at', 'works_as')
) AS p ON p.predicate_id = a.predicate_id
