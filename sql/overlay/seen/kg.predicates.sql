-- The part of `kg.predicates` that mentions and edges depend on: one row per predicate, with its id and label. The counts of
-- claims are left out, so that mentions and edges are not made again only because a count changed.
SELECT predicate_id, canonical_label
FROM kg.predicates
