-- One row per claim and stretch of time, with whether the claim counts then. Only claims that have an entity as object are
-- here. This is the part of `kg.claim_holdings` that the tables of `sql/overlay/standing` depend on. When only other rows or
-- columns change, the stages that read this part are not run again.
SELECT h.assertion_id, h.predicate_id, h.modality, h.starts_utc, h.ends_utc, h.is_held, h.is_displaced
FROM kg.claim_holdings AS h
SEMI JOIN (SELECT assertion_id FROM kg.assertions WHERE object_entity_id IS NOT NULL) AS a ON a.assertion_id = h.assertion_id
