-- The claims of `functional` in the order of time, one row each with the number of its run (seed 000 §5.10.4, design §9). A run
-- is a series of timepoints with the same value. Left out are timepoints whose claims disagree, because evidence that contradicts
-- itself closes nothing, and asides. Reads the rows of functional.sql and asides.sql.
WITH stepped AS (
    SELECT
        *,
        lag(object_signature) OVER (PARTITION BY pair ORDER BY valid_from_utc, place) AS previous_signature
    FROM functional AS f
    ANTI JOIN asides AS a ON a.pair = f.pair AND a.valid_from_utc = f.valid_from_utc
    WHERE NOT disagrees
)
SELECT
    *,
    previous_signature IS DISTINCT FROM object_signature AS begins_run,
    sum(CASE WHEN previous_signature IS DISTINCT FROM object_signature THEN 1 ELSE 0 END) OVER (
        PARTITION BY pair ORDER BY valid_from_utc, place ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW
    )::BIGINT AS run
FROM stepped
