-- One row per aside: a value whose time lies inside the time of another value of the same subject and predicate (design §9).
-- Example: Madrid in 2018, where words say Berlin from 2017 to 2019, or where somebody says in 2020 "Berlin since 2017". An aside
-- closes nothing, because the other value held before it and after it; the overlap becomes a conflict.
--
-- What is judged is a timepoint: all claims of one subject and predicate (`pair`) with one `valid_from_utc`. It is an aside if
-- all its claims end while a claim of another value, begun before, is still attested (words speak for it beyond that end). `prev`
-- is this other claim: of all that began before, the one attested furthest. If it has the same value as the timepoint, the
-- timepoint is no aside. Timepoints with several values are left out. Reads the rows of functional.sql.
WITH points AS (
    SELECT
        pair,
        valid_from_utc,
        min(object_signature) AS object_signature,
        max(coalesce(valid_to_utc, '~')) AS ends,
        max({
            'attested_to': attested_to, 'object_signature': object_signature, 'valid_from_utc': valid_from_utc,
            'assertion_id': assertion_id, 'n': n
        }) AS longest
    FROM functional
    WHERE NOT disagrees
    GROUP BY pair, valid_from_utc
),
begun AS (
    SELECT
        *,
        max(longest) OVER (
            PARTITION BY pair ORDER BY valid_from_utc ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
        ) AS around
    FROM points
)
SELECT
    pair,
    valid_from_utc,
    ends,
    around.n AS prev,
    around.assertion_id AS prev_assertion_id,
    around.valid_from_utc AS prev_from
FROM begun
WHERE around.object_signature <> object_signature AND around.attested_to > ends
