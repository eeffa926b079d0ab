-- One row per claim whose value takes part in the comparison of values, in the order of time (seed 000 §5.10.4, design §9).
-- `run` is the number of its run of claims: a series of claims of one subject and predicate that follow each other in time and
-- have the same value. The claims are those of functional.sql, but asides are left out. Claims whose value disagrees with
-- others of the same subject, predicate and `valid_from_utc` are left out, too, because evidence that contradicts itself
-- closes nothing. Reads the rows of functional.sql and asides.sql.
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
