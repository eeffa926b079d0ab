-- One row per negation ("I don't work at Acme"), with what it does to the claims of the fact that it denies (`aim`; seed 000
-- §5.9.2-4, design §9). Here a state is all claims of a fact whose times overlap: somebody who worked at Acme twice, with a
-- gap, has two states. `aim` has one of three values:
-- - AMBIGUOUS: the negation names a stretch of time in which several states hold. It closes none of them.
-- - CLOSES: a state began before the moment of the negation and has not ended by then. This state is closed.
-- - WITHOUT_TARGET: there is no such state.
-- Reads the rows of states.sql and negations.sql.
WITH spans AS (
    SELECT pair, object_signature, state, min(valid_from_utc) AS begins, max(ends) AS ends
    FROM states
    GROUP BY pair, object_signature, state
),
begun AS (
    SELECT x.*, s.state AS last_begun, s.ends AS last_ends
    FROM negations AS x
    ASOF LEFT JOIN spans AS s
        ON s.pair = x.pair AND s.object_signature = x.object_signature AND s.begins < x.moment
),
met AS (
    SELECT b.*, s.state AS last_met
    FROM begun AS b
    ASOF LEFT JOIN spans AS s
        ON s.pair = b.pair AND s.object_signature = b.object_signature AND s.begins < b.spans_to
),
passed AS (
    SELECT m.*, s.state AS last_passed
    FROM met AS m
    ASOF LEFT JOIN spans AS s
        ON s.pair = m.pair AND s.object_signature = m.object_signature AND s.ends <= m.moment
)
SELECT
    n,
    assertion_id,
    message_id,
    pair,
    object_signature,
    moment,
    is_moment_of_message,
    said_as_end,
    turn,
    coalesce(last_passed, 0) + 1 AS first_state,
    last_met AS last_state,
    -- How many states hold at some time in the stretch of time that the negation names; 0 if it names only a moment.
    CASE WHEN spans_to IS NULL THEN 0 ELSE greatest(coalesce(last_met, 0) - coalesce(last_passed, 0), 0) END AS states_met,
    CASE
        WHEN states_met > 1 THEN 'AMBIGUOUS'
        WHEN coalesce(last_ends > moment, FALSE) THEN 'CLOSES'
        ELSE 'WITHOUT_TARGET'
    END AS aim
FROM passed
