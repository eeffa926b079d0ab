-- Claims that a correction of stage 4 replaced (seed 000 §5.7), once the claim that replaced them is known. Their valid time is
-- left alone: a correction is no change of the world. `claims` is given.
SELECT c.n, c.corrected_by
FROM claims AS c
SEMI JOIN claims AS replacing ON replacing.assertion_id = c.corrected_by
