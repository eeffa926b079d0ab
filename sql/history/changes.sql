-- One row per change of the value of a relation: from one run of claims to the next. A run of claims is a series of claims of
-- one subject and predicate that follow each other in time and have the same value. `begins` is when the run begins, and
-- `changes_at` is when the next run begins. `cur` is the claim that begins the next run. Reads the rows of walk.sql.
SELECT
    pair,
    run,
    valid_from_utc AS begins,
    lead(valid_from_utc) OVER following AS changes_at,
    lead(n) OVER following AS cur
FROM walk
WHERE begins_run
WINDOW following AS (PARTITION BY pair ORDER BY run)
QUALIFY changes_at IS NOT NULL
