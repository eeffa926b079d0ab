-- When the claims that have an object entity held, and whether they were corrected: all that edges depend on in this table.
SELECT s.assertion_id, s.from_utc, s.until_utc, s.is_corrected
FROM kg.claim_spans AS s
SEMI JOIN (SELECT assertion_id FROM kg.assertions WHERE object_entity_id IS NOT NULL) AS a ON a.assertion_id = s.assertion_id
