-- `overlay.tier4_results`: which node a model chose for a mention that the rules could not settle, how sure it is and
-- why. Answers that failed are left out. `heard` is given.
SELECT mention_id, matched AS matched_candidate_id, confidence, rationale AS rationale_short
FROM heard
WHERE status = 'succeeded'
