-- One row per claim of functional.sql (claims whose values are compared), with what the log in `kg.assertion_temporalized`
-- says of the comparison (`log`; seed 000 §5.10). `log` holds the items of a JSON list without its brackets, which
-- temporalized.sql adds. The items tell
-- - the claims with the same beginning, and whether their values differ,
-- - whether the value of this claim closed the value before it,
-- - the asides and disagreements that the claim overlaps,
-- - and whether the next value closed this claim.
-- Reads the rows of still_open.sql, disagreements.sql, asides.sql, functional.sql, walk.sql, decisions.sql and
-- decision_logs.sql.
WITH ends AS (
    SELECT pair, run, count(*) AS open FROM still_open GROUP BY pair, run
),
disagreed AS (
    SELECT
        prev AS n,
        string_agg(
            '{"at":"' || valid_from_utc || '","code":"OBJ_TRANSITION_CONFLICT","reason":"CUR_CONFLICTED"}',
            ',' ORDER BY valid_from_utc
        ) AS log
    FROM disagreements
    WHERE prev IS NOT NULL
    GROUP BY prev
),
surrounding AS (
    SELECT
        a.prev AS n,
        string_agg(
            '{"at":"' || a.valid_from_utc || '","code":"OBJ_TRANSITION_CONFLICT","cur":"' || f.assertion_id
            || '","reason":"CUR_LIES_WITHIN"}',
            ',' ORDER BY a.valid_from_utc
        ) AS log
    FROM asides AS a
    JOIN functional AS f ON f.pair = a.pair AND f.valid_from_utc = a.valid_from_utc AND f.place = 1
    GROUP BY a.prev
)
SELECT
    f.n,
    concat_ws(
        ',',
        CASE WHEN f.disagrees THEN '{"at":"' || f.valid_from_utc || '","code":"OBJECT_DISAGREEMENT"}' END,
        CASE
            WHEN f.of_timepoint > 1 AND NOT f.disagrees
                THEN '{"among":' || f.of_timepoint || ',"at":"' || f.valid_from_utc
                || '","code":"SAME_TIME_DUPLICATE","is_representative":'
                || CASE WHEN f.place = 1 THEN 'true}' ELSE 'false}' END
        END,
        CASE
            WHEN d.outcome = 'SUPERSEDES' AND f.place = 1
                THEN '{"at":"' || d.changes_at || '","closed":' || e.open || ',"code":"SUPERSEDES",' || l.rest
            WHEN d.outcome <> 'SUPERSEDES' THEN '{"at":"' || d.changes_at || '","code":"' || d.outcome || '",' || l.rest
        END,
        '{"at":"' || a.valid_from_utc || '","code":"OBJ_TRANSITION_CONFLICT","prev":"' || a.prev_assertion_id
        || '","reason":"CUR_LIES_WITHIN"}',
        g.log,
        s.log,
        CASE
            WHEN o.n IS NULL THEN NULL
            WHEN after.outcome = 'SUPERSEDES' THEN '{"at":"' || after.changes_at || '","code":"SUPERSEDED",' || k.rest
            ELSE '{"at":"' || after.changes_at || '","code":"' || after.outcome || '",' || k.rest
        END
    ) AS log
FROM functional AS f
LEFT JOIN walk AS w USING (n)
LEFT JOIN decisions AS d ON d.pair = w.pair AND d.run = w.run - 1 AND d.changes_at = w.valid_from_utc
LEFT JOIN decision_logs AS l ON l.pair = d.pair AND l.run = d.run
LEFT JOIN ends AS e ON e.pair = d.pair AND e.run = d.run
LEFT JOIN disagreed AS g ON g.n = f.n
LEFT JOIN asides AS a ON a.pair = f.pair AND a.valid_from_utc = f.valid_from_utc
LEFT JOIN surrounding AS s ON s.n = f.n
LEFT JOIN still_open AS o ON o.n = f.n
LEFT JOIN decisions AS after ON after.pair = o.pair AND after.run = o.run
LEFT JOIN decision_logs AS k ON k.pair = after.pair AND k.run = after.run
