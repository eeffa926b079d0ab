-- One row per claim whose object is a resolved entity, with that entity: the part of `memory.claim_entity` that the tables of
-- `sql/overlay/standing` depend on. When only other rows or columns change, the stages that read this part are not run again.
SELECT assertion_id, object_id
FROM memory.claim_entity
WHERE object_id IS NOT NULL
