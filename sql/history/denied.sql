-- One row per claim that a denial ends, with the denial (`negated_by`) and the moment of the end (`moment`; design §8).
-- Example: "I like tea", said in March, and "I haven't liked tea since May", said in June. The claim is a state, a preference
-- or a plan. A state or a preference is here only if its words name no beginning. A plan is here even if they do, because it
-- began when it was made.
--
-- The moment of the denial must lie after the claim was said: a denial of 2015 says nothing about what was said in 2020. It
-- must also lie before the end that the claim already has. A denial that names no time has only the time of its message. It
-- ends plans here, and nothing else (undated.sql treats the rest). Of several moments the earliest counts.
--
-- A denial "in February" has two moments. What was said before February ends as February begins; what was said within February
-- ends with it. Claims without an original time are left out, because a moment cannot be compared with them. Reads the rows of
-- negations.sql, claims.sql, valid_times.sql, corrections.sql, retracted.sql and ended.sql.
WITH moments AS (
    SELECT x.pair, x.object_signature, x.moment, x.n, x.assertion_id, x.turn, k.is_plan, FALSE AS is_whole
    FROM negations AS x
    CROSS JOIN (VALUES (TRUE), (FALSE)) AS k (is_plan)
    WHERE k.is_plan OR NOT x.is_moment_of_message
    UNION ALL
    SELECT x.pair, x.object_signature, x.spans_to, x.n, x.assertion_id, x.turn, k.is_plan, TRUE
    FROM negations AS x
    CROSS JOIN (VALUES (TRUE), (FALSE)) AS k (is_plan)
    WHERE NOT x.is_moment_of_message AND x.spans_to <> '~'
),
first_said AS (
    SELECT
        pair, object_signature, is_plan, moment,
        min({'turn': turn, 'is_whole': is_whole, 'n': n, 'assertion_id': assertion_id}) AS denial
    FROM moments
    GROUP BY pair, object_signature, is_plan, moment
),
-- Plans, and claims that name no beginning, with the end that each has already, if any.
said AS (
    SELECT c.n, c.pair, c.object_signature, c.asserted_at_utc, c.modality = 'intention' AS is_plan,
        least(coalesce(e.moment, '~'), coalesce(v.valid_until_hint_utc, '~')) AS ends
    FROM claims AS c
    JOIN valid_times AS v USING (n)
    ANTI JOIN corrections AS k USING (n)
    ANTI JOIN retracted AS r USING (n)
    LEFT JOIN ended AS e USING (n)
    WHERE
        c.polarity = 'positive'
        AND c.timestamp_quality = 'original'
        AND (
            c.modality = 'intention'
            OR (
                c.modality IN ('state', 'preference')
                AND NOT (v.has_explicit_valid_time AND v.valid_from_utc IS NOT NULL)
            )
        )
)
SELECT
    s.n,
    f.denial.n AS negation,
    f.denial.assertion_id AS negated_by,
    f.moment,
    f.denial.is_whole AS is_moment_whole,
    x.valid_time_precision AS moment_precision
FROM said AS s
ASOF JOIN first_said AS f
    ON f.pair = s.pair AND f.object_signature = s.object_signature AND f.is_plan = s.is_plan
    AND f.moment > s.asserted_at_utc
JOIN valid_times AS x ON x.n = f.denial.n
WHERE s.ends > f.moment
