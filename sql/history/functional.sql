-- One row per claim whose value is compared with others (seed 000 §5.10.2, §5.10.3). Only pairs (a subject and a predicate)
-- that hold one value at a time are here. The claims are those of candidates.sql that no denial closed, and those of
-- closers.sql. Most of the latter are not closed again and only close others (`only_closes`).
--
-- A timepoint is all claims of a pair with the same `valid_from_utc`. The claim with `place` 1 represents it. `disagrees` says
-- that the claims of the timepoint have different values; then none represents it.
--
-- Claims about a relative without a name are left out (unnamed.sql). A claim of closers.sql is also left out in two cases.
-- First: a claim of candidates.sql has the same timepoint. Second: the claims of closers.sql have several values at this
-- timepoint. In the second case nobody knows which value came first: somebody moved twice in 2019. Reads the rows of
-- candidates.sql, pairs.sql, negated.sql, unnamed.sql and closers.sql.
WITH members AS (
    SELECT c.*, FALSE AS only_closes
    FROM candidates AS c
    JOIN pairs AS p USING (pair)
    ANTI JOIN negated AS x ON x.n = c.n
    ANTI JOIN unnamed AS u ON u.entity_id = c.object_entity_id
    WHERE p.closes_earlier
),
others AS (
    SELECT c.* EXCLUDE (is_over_by_now), NOT c.is_over_by_now AS only_closes
    FROM closers AS c
    JOIN pairs AS p USING (pair)
    ANTI JOIN members AS m ON m.pair = c.pair AND m.valid_from_utc = c.valid_from_utc
    ANTI JOIN unnamed AS u ON u.entity_id = c.object_entity_id
    WHERE p.closes_earlier
    QUALIFY
        min(c.object_signature) OVER (PARTITION BY c.pair, c.valid_from_utc)
        = max(c.object_signature) OVER (PARTITION BY c.pair, c.valid_from_utc)
)
SELECT
    c.*,
    e.salience_score AS object_salience,
    row_number() OVER (
        PARTITION BY c.pair, c.valid_from_utc
        ORDER BY c.confidence DESC, c.tier, c.subject_detection_tier NULLS LAST, c.assertion_id
    ) AS place,
    count(*) OVER (PARTITION BY c.pair, c.valid_from_utc) AS of_timepoint,
    min(c.object_signature) OVER (PARTITION BY c.pair, c.valid_from_utc)
    <> max(c.object_signature) OVER (PARTITION BY c.pair, c.valid_from_utc) AS disagrees
FROM (SELECT * FROM members UNION ALL SELECT * FROM others) AS c
LEFT JOIN kg.entities AS e ON e.entity_id = c.object_entity_id
