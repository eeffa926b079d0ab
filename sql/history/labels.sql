-- One row per predicate, with its id and the label by which the invalidation rules name it (seed 000 §5.2.2).
SELECT predicate_id, canonical_label_norm
FROM kg.predicates
ORDER BY canonical_label_norm
