-- The `status` of each claim that has an object entity: all that mentions and edges depend on in this table.
SELECT t.assertion_id, t.status
FROM kg.assertion_temporalized AS t
SEMI JOIN (SELECT assertion_id FROM kg.assertions WHERE object_entity_id IS NOT NULL) AS a ON a.assertion_id = t.assertion_id
