-- `kg.claim_matters`: one row per claim of `told`, with the matter that it belongs to and its role there: begins, holds, ends or
-- NULL. Reads the rows of told.sql.
SELECT assertion_id, subject_entity_id, matter, object, object_key, role FROM told
