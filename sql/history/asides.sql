-- One row per aside: a value whose time lies inside the time of another value of the same subject and predicate (design §9).
-- Example: words say "Berlin from 2017 to 2019" and "Madrid in 2018". Or somebody says "Madrid in 2018", and in 2020 "Berlin
-- since 2017". Madrid closes nothing, because Berlin held before it and after it. The overlap becomes a conflict.
--
-- An aside is a timepoint: all claims of one subject and predicate (`pair`) that begin to hold at one moment
-- (`valid_from_utc`). The timepoint is compared with one other claim, `prev`. Of all claims of the pair that began before the
-- timepoint, `prev` is the one that is attested furthest. The timepoint is an aside if `prev` has another value and is still
-- attested after all claims of the timepoint have ended. Timepoints with several values are left out. Reads the rows of
-- functional.sql.
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
