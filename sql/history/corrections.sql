-- One row per claim that a correction of stage 4 replaced (seed 000 §5.7), with the claim that replaces it (`corrected_by`). A
-- replacing claim that is not known yet does not count. The replaced claim keeps its valid time, because a correction does not
-- say that the world changed. Reads the rows of claims.sql.
SELECT c.n, c.corrected_by
FROM claims AS c
SEMI JOIN claims AS replacing ON replacing.assertion_id = c.corrected_by
