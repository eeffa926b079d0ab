-- One row per claim, with subject, predicate and object as words and with the title of its conversation. Unsure claims are
-- included, questions are not. Tables are those of kg.duckdb.
SELECT
    h.*,
    c.title
FROM claims_told(with_unsure := TRUE) AS h
JOIN messages AS m USING (message_id)
JOIN conversations AS c USING (conversation_id)
