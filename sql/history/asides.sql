-- Asides (design §9): a value whose time lies inside the time of another value; one row per aside. Example: Madrid in 2018, where
-- words say Berlin from 2017 to 2019, or where somebody says in 2020 "Berlin since 2017". An aside closes nothing, because the
-- other value held before it and after it; the overlap becomes a conflict. A row is a timepoint: the claims of one subject and
-- predicate (`pair`) with one `valid_from_utc`. It is an aside if its value ends while another value, begun before, is still
-- attested: words speak for it beyond that end. `prev` is the claim of that other value: of all claims that began before, the one
-- attested furthest. If this claim has the same value, the timepoint is no aside. Timepoints whose claims disagree are left out.
-- Reads the rows of functional.sql.
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
