-- The id and label of each predicate. Counts of claims are left out: who a name means does not depend on them.
SELECT predicate_id, canonical_label
FROM kg.predicates
