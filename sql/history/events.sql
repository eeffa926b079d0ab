-- One row per stage event of stage 5: words that changed nothing, so that somebody may want to know (severity INFO; design
-- §9). `code` has one of four values:
-- - NEGATION_WITHOUT_TARGET: a denial that denies no claim.
-- - RETRACTION_WITHOUT_TARGET: a retraction that takes back or corrects no claim.
-- - END_CLOSES_NOTHING: words say that something is over, but no claim ends by them.
-- - END_WITHOUT_MOMENT: words say that something is over, but nothing tells when.
-- `id` is the id of the denial or the retraction. Reads the rows of negation_logs.sql, takings.sql, fact_takings.sql and
-- ended.sql.
SELECT
    'INFO' AS severity,
    code,
    message_id,
    'assertion_id' AS named,
    assertion_id AS id
FROM negation_logs
WHERE code = 'NEGATION_WITHOUT_TARGET'
UNION ALL
SELECT 'INFO', 'RETRACTION_WITHOUT_TARGET', t.message_id, 'retraction_id', t.retraction_id
FROM takings AS t
ANTI JOIN fact_takings AS f USING (retraction_id)
WHERE t.retraction_type <> 'temporal_bound' AND t.target_assertion_id IS NULL
UNION ALL
SELECT
    'INFO',
    CASE WHEN t.moment IS NULL THEN 'END_WITHOUT_MOMENT' ELSE 'END_CLOSES_NOTHING' END,
    t.message_id,
    'retraction_id',
    t.retraction_id
FROM takings AS t
ANTI JOIN ended AS e USING (retraction_id)
WHERE t.retraction_type = 'temporal_bound'
ORDER BY code, message_id, id
