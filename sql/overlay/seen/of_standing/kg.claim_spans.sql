-- One row per claim that has an entity as object, with when it held. This is the part of `kg.claim_spans` that the tables of
-- `sql/overlay/standing` depend on. When only other rows or columns change, the stages that read this part are not run again.
SELECT s.assertion_id, s.from_utc, s.until_utc, s.decided_utc, s.known_from_utc, s.is_sure, s.is_corrected, s.doubt
FROM kg.claim_spans AS s
SEMI JOIN (SELECT assertion_id FROM kg.assertions WHERE object_entity_id IS NOT NULL) AS a ON a.assertion_id = s.assertion_id
