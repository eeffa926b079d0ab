-- The part of `kg.predicates` that mentions and edges depend on: one row per predicate, with its id and label. The counts of
-- claims are left out, so that a new count alone does not make mentions and edges again.
SELECT predicate_id, canonical_label
FROM kg.predicates
