-- The id and label of each predicate. Counts of claims are left out: mentions and edges do not depend on them.
SELECT predicate_id, canonical_label
FROM kg.predicates
