-- One row per claim of candidates.sql whose fact a negation denies, with the number of its state (design §9). Here a state is
-- all claims of one fact (`pair`, `object_signature`) whose times overlap. The states of a fact are numbered from 1 in the
-- order of time. They do not overlap, so their beginnings and their ends rise with their numbers. Reads the rows of
-- candidates.sql and negations.sql.
WITH said AS (
    SELECT
        c.n,
        c.pair,
        c.object_signature,
        c.valid_from_utc,
        coalesce(c.valid_to_utc, '~') AS ends,
        max(coalesce(c.valid_to_utc, '~')) OVER (
            PARTITION BY c.pair, c.object_signature ORDER BY c.valid_from_utc, c.n
            ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
        ) AS reached
    FROM candidates AS c
    SEMI JOIN negations AS x ON x.pair = c.pair AND x.object_signature = c.object_signature
)
SELECT
    n,
    pair,
    object_signature,
    valid_from_utc,
    ends,
    sum(CASE WHEN reached IS NULL OR valid_from_utc >= reached THEN 1 ELSE 0 END) OVER (
        PARTITION BY pair, object_signature ORDER BY valid_from_utc, n
        ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW
    )::BIGINT AS state
FROM said
