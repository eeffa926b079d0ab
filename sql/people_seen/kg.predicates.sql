-- One row per predicate, with its id and label: the part of `kg.predicates` by which it is decided whom a name means. The
-- counts of claims are left out. When only other rows or columns change, the stages that read this part are not run again.
SELECT predicate_id, canonical_label
FROM kg.predicates
