-- Each run that another follows: when that begins, and which claim begins it.
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
