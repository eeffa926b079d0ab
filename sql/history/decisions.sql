-- One row per decision whether a newer value of a functional relation closes the older one (seed 000 §5.10.4). It is made
-- about a run of claims: a series of claims of one subject and predicate that follow each other in time and have the same
-- value. A run gets a decision if one of its claims is still open when the next run begins. `prev` is the newest of its open
-- claims, and `cur` is the claim that begins the next run. These two are compared, and `reason` says what made the difference.
-- `outcome` has one of three values:
-- - SUPERSEDES: the open claims of the run are closed.
-- - OBJ_CONFIDENCE_TOO_CLOSE: `cur` is not better than `prev`. Nothing is closed, and both are in conflict.
-- - OBJ_TRANSITION_CONFLICT: the decision before this one has already put `prev` in conflict. Nothing is closed.
-- Reads the rows of changes.sql, walk.sql and still_open.sql.
WITH compared AS (
    SELECT
        c.pair,
        c.run,
        c.begins,
        c.changes_at,
        c.cur,
        cur.assertion_id AS cur_assertion_id,
        cur.tier AS cur_tier,
        prev.n AS prev,
        prev.assertion_id AS prev_assertion_id,
        prev.valid_from_utc AS prev_from,
        prev.tier AS prev_tier,
        round(cur.confidence - prev.confidence, 12) AS confidence_diff,
        CASE
            WHEN confidence_diff >= $confidence_supersession_margin::DOUBLE THEN 'CONFIDENCE_MARGIN'
            WHEN confidence_diff <= -$confidence_supersession_margin::DOUBLE THEN 'LOWER_CONFIDENCE'
            WHEN $use_detector_tier_tiebreak AND cur.tier < prev.tier THEN 'DETECTOR_TIER_TIEBREAK'
            WHEN $use_detector_tier_tiebreak AND cur.tier > prev.tier THEN 'WORSE_TIER'
            -- §5.3.3: the object of greater salience wins, if both have one.
            WHEN $use_salience_conflict_tiebreak AND cur.object_salience > prev.object_salience THEN 'SALIENCE_TIEBREAK'
            WHEN $use_salience_conflict_tiebreak AND cur.object_salience < prev.object_salience THEN 'LESS_SALIENT'
            WHEN $supersession_tie = 'newer' THEN 'NEWER_AT_EQUAL_RANK'
            ELSE 'EQUAL_RANK'
        END AS reason
    FROM changes AS c
    JOIN walk AS cur ON cur.n = c.cur
    LEFT JOIN still_open AS o ON o.pair = c.pair AND o.run = c.run AND o.place = 1
    LEFT JOIN walk AS prev ON prev.n = o.n
),
-- A decision may depend on the one before: if that one was too close, it has put the first timepoint of this run in conflict.
-- This matters only if the claim that stands for the run is of that timepoint. In a chain of decisions that depend on each other
-- this alternates: a decision that is too close makes the next one a conflict of transition, and the one after that can be too
-- close again. A chain starts with a decision that depends on none.
judged AS (
    SELECT
        *,
        prev IS NOT NULL
        AND reason IN ('LOWER_CONFIDENCE', 'WORSE_TIER', 'LESS_SALIENT', 'EQUAL_RANK') AS is_close,
        coalesce(prev_from = begins, FALSE) AS is_prev_first,
        is_close AND is_prev_first AND run > 1 AS depends
    FROM compared
),
chained AS (
    SELECT
        *,
        sum(CASE WHEN depends THEN 0 ELSE 1 END) OVER (
            PARTITION BY pair ORDER BY run ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW
        ) AS chain
    FROM judged
),
counted AS (
    SELECT
        *,
        first_value(is_close) OVER in_chain
        <> (((row_number() OVER in_chain) - 1) % 2 = 1) AS is_too_close
    FROM chained
    WINDOW in_chain AS (PARTITION BY pair, chain ORDER BY run)
),
settled AS (
    SELECT
        *,
        is_prev_first
        AND coalesce(lag(is_too_close) OVER (PARTITION BY pair ORDER BY run), FALSE) AS is_prev_conflicted
    FROM counted
)
SELECT
    pair,
    run,
    changes_at,
    cur,
    cur_assertion_id,
    cur_tier,
    prev,
    prev_assertion_id,
    prev_from,
    prev_tier,
    confidence_diff,
    reason,
    CASE
        WHEN is_prev_conflicted THEN 'OBJ_TRANSITION_CONFLICT'
        WHEN is_too_close THEN 'OBJ_CONFIDENCE_TOO_CLOSE'
        ELSE 'SUPERSEDES'
    END AS outcome
FROM settled
WHERE prev IS NOT NULL
