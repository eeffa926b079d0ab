-- The claims that speak of an entity as their object: all that standing depends on in this table.
SELECT assertion_id, object_id
FROM memory.claim_entity
WHERE object_id IS NOT NULL
