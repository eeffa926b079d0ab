-- The part of `kg.predicates` that the tables of `sql/overlay/standing` depend on: one row per predicate, with its id, label and
-- category. The counts of claims are left out.
SELECT predicate_id, canonical_label, category
FROM kg.predicates
