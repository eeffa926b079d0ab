-- The relations of a build, with the phrases by which they are said.
SELECT canonical_label, category, raw_predicate_json FROM kg.predicates ORDER BY canonical_label
