-- When the claims that have an object entity held. The tables of how nodes stand depend on nothing else in this table.
SELECT s.assertion_id, s.from_utc, s.until_utc, s.decided_utc, s.known_from_utc, s.is_sure, s.is_corrected, s.doubt
FROM kg.claim_spans AS s
SEMI JOIN (SELECT assertion_id FROM kg.assertions WHERE object_entity_id IS NOT NULL) AS a ON a.assertion_id = s.assertion_id
