-- One row per claim that contradicts others so that neither side can be preferred (seed 000 §5.10.3, §5.10.4). These are the
-- claims of a timepoint (one subject, predicate and `valid_from_utc`) with several values, and both sides of a decision
-- OBJ_CONFIDENCE_TOO_CLOSE (the new value is not better than the old one). Reads the rows of functional.sql, still_open.sql,
-- decisions.sql and walk.sql.
SELECT n FROM functional WHERE disagrees
UNION
SELECT o.n
FROM still_open AS o
JOIN decisions AS d ON d.pair = o.pair AND d.run = o.run
WHERE d.outcome = 'OBJ_CONFIDENCE_TOO_CLOSE'
UNION
SELECT w.n
FROM walk AS w
JOIN decisions AS d ON d.pair = w.pair AND d.changes_at = w.valid_from_utc
WHERE d.outcome = 'OBJ_CONFIDENCE_TOO_CLOSE'
