-- The id, label and category of each predicate. Counts of claims are left out: how things stand does not depend on them.
SELECT predicate_id, canonical_label, category
FROM kg.predicates
