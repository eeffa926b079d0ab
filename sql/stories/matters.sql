-- `kg.claim_matters`: the matter of each standing claim and its role there: begins, holds or ends. `told` is given.
SELECT assertion_id, subject_entity_id, matter, object, object_key, role FROM told
