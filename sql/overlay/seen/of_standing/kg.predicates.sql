-- One row per predicate, with its id, label and category: the part of `kg.predicates` that the tables of
-- `sql/overlay/standing` depend on. The counts of claims are left out. When only other rows or columns change, the stages that
-- read this part are not run again.
SELECT predicate_id, canonical_label, category
FROM kg.predicates
