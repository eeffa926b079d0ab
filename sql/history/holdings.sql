-- `kg.claim_holdings`: one row per statement and stretch of time, with whether the statement counts then, given all else that
-- was said. A statement is a claim, or the state that an event began (statements.sql). A statement that never counts has one
-- row, with `is_held` false.
--
-- An undated statement counts as undated.sql says. A dated statement counts for all of the time that its words name. There is
-- one exception, for positive statements whose relation holds one value at a time. Example: "Oslo since 2015", said in 2020,
-- and "I live in Bergen", said in 2022. While the undated value counts (Bergen, from 2022 on), the dated statement is
-- displaced: that stretch has `is_displaced` TRUE. When the undated value is over, the dated statement counts again, but only
-- if it was said after that value. Reads the rows of statements.sql and undated.sql.
WITH dated AS (
    SELECT * FROM statements WHERE is_dated AND coalesce(ends_utc > starts_utc, TRUE)
),
-- The spans without gaps in which some undated positive value counts.
preferred AS (
    SELECT
        subject_entity_id, predicate_id, is_plan, is_sure, span,
        min(starts_utc) AS starts_utc,
        max(turn) AS turn,
        CASE WHEN count(ends_utc) = count(*) THEN max(ends_utc) END AS ends_utc
    FROM (
        SELECT *, sum(is_apart::INTEGER) OVER (
            PARTITION BY subject_entity_id, predicate_id, is_plan, is_sure
            ORDER BY starts_utc, turn
            ROWS UNBOUNDED PRECEDING
        ) AS span
        FROM (
            SELECT *, starts_utc > coalesce(
                max(coalesce(ends_utc, '~')) OVER (
                    PARTITION BY subject_entity_id, predicate_id, is_plan, is_sure
                    ORDER BY starts_utc, turn
                    ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
                ),
                ''
            ) AS is_apart
            FROM undated
            WHERE is_functional AND polarity = 'positive'
        )
    )
    GROUP BY ALL
),
standing_back AS (
    SELECT d.n, d.is_begun, d.predicate_id, greatest(d.starts_utc, u.starts_utc) AS from_utc,
        -- A dated statement that was said before the undated value does not count again when that value is over; one said after
        -- it does.
        CASE WHEN d.turn > u.turn THEN least(d.ends_utc, u.ends_utc) ELSE d.ends_utc END AS to_utc
    FROM dated AS d
    JOIN preferred AS u
        ON u.subject_entity_id = d.subject_entity_id
        AND u.predicate_id = d.predicate_id
        AND u.is_plan = d.is_plan
        AND u.is_sure = d.is_sure
    WHERE
        d.is_functional
        AND d.polarity = 'positive'
        AND coalesce(u.starts_utc < d.ends_utc, TRUE)
        AND coalesce(u.ends_utc > d.starts_utc, TRUE)
),
-- Each moment at which a dated statement begins to count, is displaced by an undated value, or counts again.
turning AS (
    SELECT n, is_begun, predicate_id, starts_utc AS at_utc, FALSE AS is_displaced FROM dated
    UNION ALL
    SELECT n, is_begun, predicate_id, from_utc, TRUE FROM standing_back
    UNION ALL
    SELECT n, is_begun, predicate_id, to_utc, FALSE FROM standing_back WHERE to_utc IS NOT NULL
),
parted AS (
    SELECT
        n,
        is_begun,
        predicate_id,
        at_utc,
        bool_or(is_displaced) AS is_displaced,
        lead(at_utc) OVER (PARTITION BY n, is_begun, predicate_id ORDER BY at_utc) AS next_utc
    FROM turning
    GROUP BY n, is_begun, predicate_id, at_utc
),
counted AS (
    SELECT
        d.n, d.is_begun, d.predicate_id, p.at_utc AS starts_utc, coalesce(p.next_utc, d.ends_utc) AS ends_utc,
        p.is_displaced
    FROM dated AS d
    JOIN parted AS p USING (n, is_begun, predicate_id)
    WHERE coalesce(p.at_utc < d.ends_utc, TRUE)
    UNION ALL
    SELECT n, is_begun, predicate_id, starts_utc, ends_utc, FALSE FROM undated
)
SELECT
    s.n,
    s.assertion_id,
    s.predicate_id,
    s.is_begun,
    row_number() OVER (PARTITION BY s.n, s.is_begun, s.predicate_id ORDER BY c.starts_utc) - 1 AS stretch,
    s.modality,
    s.is_dated,
    coalesce(c.starts_utc, s.starts_utc) AS starts_utc,
    CASE WHEN c.n IS NULL THEN s.until_utc ELSE c.ends_utc END AS ends_utc,
    s.until_utc,
    s.until_precision,
    s.is_until_included,
    c.n IS NOT NULL AS is_held,
    coalesce(c.is_displaced, FALSE) AS is_displaced
FROM statements AS s
LEFT JOIN counted AS c USING (n, is_begun, predicate_id)
