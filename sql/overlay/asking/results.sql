-- `overlay.tier4_results`: one row per open mention that a model answered with status `succeeded`: which node it chose (or `none`
-- or `ambiguous`), how sure it is, and why. Reads the rows of heard.sql.
SELECT mention_id, matched AS matched_candidate_id, confidence, rationale AS rationale_short
FROM heard
WHERE status = 'succeeded'
