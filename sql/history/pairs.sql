-- One row per pair (a subject and a predicate that claims have together), with the rule that applies to it (seed 000 §5.10.1).
-- The most specific rule applies: first one for this predicate and this type of subject, then one for the predicate, then one
-- for the type of subject, then the default, which always exists. `closes_earlier` says that the pair holds one value at a
-- time. The caller gives `invalidation_rules` (the rows of `kg.invalidation_rules`).
WITH claimed AS (
    SELECT DISTINCT subject_entity_id, predicate_id FROM kg.assertions
)
SELECT
    row_number() OVER (ORDER BY c.subject_entity_id, c.predicate_id) AS pair,
    c.subject_entity_id,
    c.predicate_id,
    coalesce(exact.rule_id, anyone.rule_id, anything.rule_id, fallback.rule_id) AS rule_id,
    coalesce(exact.is_functional, anyone.is_functional, anything.is_functional, fallback.is_functional)
    AND coalesce(
        exact.invalidation_policy, anyone.invalidation_policy, anything.invalidation_policy,
        fallback.invalidation_policy
    ) = 'close_previous_on_newer_state' AS closes_earlier
FROM claimed AS c
LEFT JOIN kg.entities AS e ON e.entity_id = c.subject_entity_id
LEFT JOIN invalidation_rules AS exact
    ON exact.predicate_id = c.predicate_id AND exact.subject_entity_type = e.entity_type
LEFT JOIN invalidation_rules AS anyone
    ON anyone.predicate_id = c.predicate_id AND anyone.subject_entity_type = '*'
LEFT JOIN invalidation_rules AS anything
    ON anything.predicate_id IS NULL AND anything.subject_entity_type = e.entity_type
LEFT JOIN invalidation_rules AS fallback
    ON fallback.predicate_id IS NULL AND fallback.subject_entity_type = '*'
