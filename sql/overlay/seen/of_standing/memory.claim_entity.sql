-- The claims that have an object entity after people are resolved. The tables of how nodes stand depend on nothing else in this
-- table.
SELECT assertion_id, object_id
FROM memory.claim_entity
WHERE object_id IS NOT NULL
