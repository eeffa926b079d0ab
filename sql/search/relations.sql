-- One row per relation of a build: all of the vocabulary, and those that only claims use. The phrases that say a relation are in
-- `raw_predicate_json`, which is NULL if the vocabulary does not have the relation.
SELECT canonical_label, category, raw_predicate_json FROM kg.predicates ORDER BY canonical_label
