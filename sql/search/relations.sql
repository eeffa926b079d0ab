-- The relations of a build: all of the vocabulary, and what else was said. The phrases by which one is said stand in
-- `raw_predicate_json`, NULL where the vocabulary lacks the relation.
SELECT canonical_label, category, raw_predicate_json FROM kg.predicates ORDER BY canonical_label
