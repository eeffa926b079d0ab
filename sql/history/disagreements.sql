-- One row per timepoint with several values (seed 000 §5.10.3): claims of one subject and predicate (`pair`) begin to hold at
-- one moment (`valid_from_utc`) and contradict each other. A row has the number of these claims and their values.
--
-- `prev` is the claim that represents the timepoint before this one in walk.sql. It is NULL if that claim has ended before
-- this timepoint. Claims that contradict each other close nothing. So `prev` is not closed, and its overlap with this
-- timepoint becomes a conflict of transition (§5.10.4). Reads the rows of functional.sql and walk.sql.
WITH disagreeing AS (
    SELECT
        pair,
        valid_from_utc,
        count(*) AS members,
        string_agg(DISTINCT '"' || object_signature || '"', ',' ORDER BY '"' || object_signature || '"') AS signatures
    FROM functional
    WHERE disagrees
    GROUP BY pair, valid_from_utc
)
SELECT
    d.*,
    CASE WHEN w.valid_to_utc IS NULL OR w.valid_to_utc > d.valid_from_utc THEN w.n END AS prev,
    CASE WHEN prev IS NOT NULL THEN w.assertion_id END AS prev_assertion_id,
    CASE WHEN prev IS NOT NULL THEN w.valid_from_utc END AS prev_from
FROM disagreeing AS d
ASOF LEFT JOIN (SELECT * FROM walk WHERE place = 1) AS w
    ON w.pair = d.pair AND w.valid_from_utc < d.valid_from_utc
