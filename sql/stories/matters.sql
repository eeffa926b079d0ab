-- `kg.claim_matters`: one row per claim of told.sql, with the matter that it tells of and what it says of this matter
-- (`role`): that it begins, holds or ends; NULL for plans and for claims about no state. Reads the rows of told.sql.
SELECT assertion_id, subject_entity_id, matter, object, object_key, role FROM told
