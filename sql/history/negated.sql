-- One row per claim that a negation closes, with the negation and its moment (seed 000 §5.9.3, design §9). A negation ("I
-- don't work at Acme") closes claims of the fact that it denies. They must have begun before the moment of the negation and
-- still hold then. If several negations could close a claim, the one with the earliest moment counts; of several with the same
-- moment, the one said first. Reads the rows of negation_aims.sql and candidates.sql.
WITH closing AS (
    SELECT pair, object_signature, moment, min({'turn': turn, 'n': n, 'assertion_id': assertion_id}) AS first_said
    FROM negation_aims
    WHERE aim = 'CLOSES'
    GROUP BY pair, object_signature, moment
)
SELECT c.n, x.first_said.n AS negation, x.first_said.assertion_id AS negated_by, x.moment
FROM candidates AS c
ASOF JOIN closing AS x
    ON x.pair = c.pair AND x.object_signature = c.object_signature AND x.moment > c.valid_from_utc
WHERE c.valid_to_utc IS NULL OR c.valid_to_utc > x.moment
