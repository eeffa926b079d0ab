-- `overlay.tier4_results`: which node a model chose for an open mention (or `none` or `ambiguous`), how sure it is and why. Only
-- answers with status `succeeded`. `heard` is given.
SELECT mention_id, matched AS matched_candidate_id, confidence, rationale AS rationale_short
FROM heard
WHERE status = 'succeeded'
