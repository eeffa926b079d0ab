-- One row per negation ("I don't work at Acme"), with its log entry (seed 000 §5.9). The entry has a code, the moment of the
-- negation, the claims that it closed, and `states`. That is how many states (claims of one fact whose times overlap) hold in
-- the stretch of time that the negation names. Reads the rows of negated.sql, denied.sql, claims.sql and negation_aims.sql.
WITH closed AS (
    SELECT negation AS n, string_agg('"' || c.assertion_id || '"', ',' ORDER BY c.assertion_id) AS ids
    FROM (SELECT n, negation FROM negated UNION ALL SELECT n, negation FROM denied) AS x
    JOIN claims AS c ON c.n = x.n
    GROUP BY negation
)
SELECT
    a.n,
    a.assertion_id,
    a.message_id,
    -- NEGATION_SAID_AS_END: the same words are a temporal bound too, which has closed the claims already.
    CASE
        WHEN a.aim = 'WITHOUT_TARGET' AND k.n IS NOT NULL THEN 'NEGATION_CLOSES'
        WHEN a.aim = 'WITHOUT_TARGET' AND a.said_as_end IS NOT NULL THEN 'NEGATION_SAID_AS_END'
        WHEN a.aim = 'WITHOUT_TARGET' THEN 'NEGATION_WITHOUT_TARGET'
        WHEN a.aim = 'AMBIGUOUS' THEN 'NEGATION_AMBIGUOUS'
        ELSE 'NEGATION_CLOSES'
    END AS code,
    '{"closed":[' || coalesce(k.ids, '') || '],"code":"' || code || '","is_moment_of_message":'
    || CASE WHEN a.is_moment_of_message THEN 'true' ELSE 'false' END
    || ',"moment":"' || a.moment || '"'
    || CASE WHEN a.said_as_end IS NULL THEN '' ELSE ',"retraction_id":"' || a.said_as_end || '"' END
    || ',"states":' || a.states_met || '}' AS log
FROM negation_aims AS a
LEFT JOIN closed AS k USING (n)
