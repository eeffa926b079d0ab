-- What relations are called: not how many claims tell of them.
SELECT predicate_id, canonical_label
FROM kg.predicates
