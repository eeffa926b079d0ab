-- Where the value of a relation changes: one row per run that another run follows. A run is a series of claims of one subject and
-- predicate that follow each other in time and have the same value. `changes_at` is when the next run begins, `cur` the claim
-- that begins it. Reads the rows of walk.sql.
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
