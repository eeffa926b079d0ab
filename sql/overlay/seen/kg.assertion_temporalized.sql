-- One row per claim that has an entity as object, with its `status`: the part of `kg.assertion_temporalized` that mentions and
-- edges depend on. When only other rows or columns change, the stages that read this part are not run again.
SELECT t.assertion_id, t.status
FROM kg.assertion_temporalized AS t
SEMI JOIN (SELECT assertion_id FROM kg.assertions WHERE object_entity_id IS NOT NULL) AS a ON a.assertion_id = t.assertion_id
