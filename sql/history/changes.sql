-- Each run of `walk` (timepoints of one value in a row) that another run follows: `changes_at` is when the next run begins,
-- `cur` the claim that begins it. `walk` is given.
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
