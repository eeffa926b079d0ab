-- One row per undated statement and stretch of time in which it counts, from `starts_utc` to `ends_utc`. A statement is a
-- claim, or the state that an event began (statements.sql). It is undated if its words name no beginning (`NOT is_dated`).
-- Statements that are told as over (`is_told_as_over`: "I used to live in Prague") are left out. Statements affect each other
-- only if they have the same subject, relation, `is_plan` and `is_sure`: an unsure claim ends no sure one, and a plan ends no
-- state.
--
-- (1) An undated statement counts from when it was said until its own end. It also ends when a later undated statement says
-- the contrary: "I don't like tea" ends "I like tea", and the other way round.
--
-- (2) A dated statement that says the contrary interrupts an undated one. Afterwards the undated one counts again.
--
-- The other rules are for positive statements whose relation holds one value at a time.
--
-- (3) Such a statement also ends when another value is said without a date, or when any dated value begins.
--
-- (4) It may begin later than it was said. If a dated value holds then, and was said at that time or later, the statement
-- begins when the dated value ends. Example: "I live in Berlin", said in 2020, and "I was in Madrid from 2019 to 2021", said
-- in 2022. Berlin begins when Madrid ends.
--
-- (5) A dated value that was said before the statement delays it only if it is the same value. Example: "Berlin from 2015 to
-- 2025", and then "I live in Berlin". But it delays nothing if another value was said in between ("Berlin from 2015 to 2025",
-- "I live in Madrid", "I live in Berlin"), because the person came back to Berlin.
--
-- (6) If a value that delays the statement has no end, the statement never counts.
--
-- Reads the rows of statements.sql.
WITH turns AS (
    SELECT *
    FROM statements
    WHERE NOT is_dated AND NOT is_told_as_over AND starts_utc IS NOT NULL
),
dated AS (
    SELECT * FROM statements WHERE is_dated AND coalesce(ends_utc > starts_utc, TRUE)
),
values_said AS (
    SELECT
        *,
        object_signature <> coalesce(lag(object_signature) OVER of_one, '') AS is_another,
        lag(turn) OVER of_one AS turn_before
    FROM turns
    WHERE is_functional AND polarity = 'positive'
    WINDOW of_one AS (PARTITION BY subject_entity_id, predicate_id, is_plan, is_sure ORDER BY turn)
),
followed AS (
    SELECT
        n,
        is_begun,
        predicate_id,
        min(starts_utc) FILTER (is_another) OVER (
            PARTITION BY subject_entity_id, predicate_id, is_plan, is_sure
            ORDER BY turn
            ROWS BETWEEN 1 FOLLOWING AND UNBOUNDED FOLLOWING
        ) AS at_utc
    FROM values_said
),
values_begun AS (
    SELECT DISTINCT subject_entity_id, predicate_id, is_plan, is_sure, starts_utc
    FROM statements
    WHERE is_dated AND is_functional AND polarity = 'positive'
),
displaced AS (
    SELECT v.n, v.is_begun, v.predicate_id, b.starts_utc AS at_utc
    FROM values_said AS v
    ASOF JOIN values_begun AS b
        ON b.subject_entity_id = v.subject_entity_id
        AND b.predicate_id = v.predicate_id
        AND b.is_plan = v.is_plan
        AND b.is_sure = v.is_sure
        AND b.starts_utc > v.starts_utc
),
outranked AS (
    SELECT
        v.n, v.is_begun, v.predicate_id, bool_or(d.ends_utc IS NULL) AS is_for_good, max(d.ends_utc) AS until_utc
    FROM values_said AS v
    JOIN dated AS d
        ON d.subject_entity_id = v.subject_entity_id
        AND d.predicate_id = v.predicate_id
        AND d.is_plan = v.is_plan
        AND d.is_sure = v.is_sure
    WHERE
        d.polarity = 'positive'
        AND d.is_functional
        AND d.starts_utc <= v.starts_utc
        AND coalesce(d.ends_utc > v.starts_utc, TRUE)
        AND (
            d.known_from_utc >= v.known_from_utc
            -- The same value again delays, too, unless another value was said in between, so that the person came back to this
            -- one.
            OR (d.object_signature = v.object_signature AND NOT (v.is_another AND coalesce(v.turn_before > d.turn, FALSE)))
        )
    GROUP BY v.n, v.is_begun, v.predicate_id
),
contrary AS (
    SELECT
        n,
        is_begun,
        predicate_id,
        CASE polarity
            WHEN 'positive' THEN min(starts_utc) FILTER (polarity = 'negative') OVER of_fact
            ELSE min(starts_utc) FILTER (polarity = 'positive') OVER of_fact
        END AS at_utc
    FROM turns
    WINDOW of_fact AS (
        PARTITION BY subject_entity_id, predicate_id, object_signature, is_plan, is_sure
        ORDER BY turn
        ROWS BETWEEN 1 FOLLOWING AND UNBOUNDED FOLLOWING
    )
),
bounded AS (
    SELECT
        t.* REPLACE (
            greatest(t.starts_utc, o.until_utc) AS starts_utc,
            least(t.ends_utc, f.at_utc, d.at_utc, c.at_utc) AS ends_utc
        )
    FROM turns AS t
    LEFT JOIN followed AS f USING (n, is_begun, predicate_id)
    LEFT JOIN displaced AS d USING (n, is_begun, predicate_id)
    LEFT JOIN outranked AS o USING (n, is_begun, predicate_id)
    LEFT JOIN contrary AS c USING (n, is_begun, predicate_id)
    WHERE NOT coalesce(o.is_for_good, FALSE)
),
-- Dated statements of the contrary interrupt a statement: a stretch opens at its beginning, and at the end of each interruption.
denied AS (
    SELECT b.n, b.is_begun, b.predicate_id, d.starts_utc, d.ends_utc
    FROM bounded AS b
    JOIN dated AS d
        ON d.subject_entity_id = b.subject_entity_id
        AND d.predicate_id = b.predicate_id
        AND d.object_signature = b.object_signature
        AND d.is_plan = b.is_plan
        AND d.is_sure = b.is_sure
    WHERE
        d.polarity <> b.polarity
        AND coalesce(d.ends_utc > b.starts_utc, TRUE)
        AND coalesce(d.starts_utc < b.ends_utc, TRUE)
),
opened AS (
    SELECT n, is_begun, predicate_id, starts_utc FROM bounded
    UNION
    SELECT n, is_begun, predicate_id, ends_utc FROM denied WHERE ends_utc IS NOT NULL
),
interrupted AS (
    SELECT
        o.n,
        o.is_begun,
        o.predicate_id,
        o.starts_utc,
        min(d.starts_utc) FILTER (d.starts_utc > o.starts_utc) AS at_utc
    FROM opened AS o
    LEFT JOIN denied AS d USING (n, is_begun, predicate_id)
    GROUP BY o.n, o.is_begun, o.predicate_id, o.starts_utc
    HAVING NOT coalesce(
        bool_or(d.starts_utc <= o.starts_utc AND coalesce(d.ends_utc > o.starts_utc, TRUE)), FALSE
    )
)
SELECT b.* REPLACE (i.starts_utc AS starts_utc, least(b.ends_utc, i.at_utc) AS ends_utc)
FROM bounded AS b
JOIN interrupted AS i USING (n, is_begun, predicate_id)
WHERE coalesce(i.starts_utc < least(b.ends_utc, i.at_utc), TRUE)
