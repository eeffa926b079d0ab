-- `kg.claim_matters`: which matter each standing claim tells of, and how.
SELECT assertion_id, subject_entity_id, matter, object, object_key, role FROM told
