-- One row per predicate that at least one assertion uses. Tables are those of kg.duckdb.
SELECT canonical_label_norm, canonical_label, category
FROM predicates
WHERE predicate_id IN (SELECT predicate_id FROM assertions)
ORDER BY canonical_label_norm
