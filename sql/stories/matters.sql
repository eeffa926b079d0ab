-- `kg.claim_matters`: the matter of each claim of `told` and its role there: begins, holds, ends or NULL. `told` is given.
SELECT assertion_id, subject_entity_id, matter, object, object_key, role FROM told
