-- One row per predicate: all of the vocabulary, and those that only claims use. `raw_predicate_json` has the phrases that say
-- the predicate. It is NULL if the vocabulary does not have the predicate.
SELECT canonical_label, category, raw_predicate_json FROM kg.predicates ORDER BY canonical_label
