-- `overlay.tier4_results`: what a model said. `heard` is given.
SELECT mention_id, matched AS matched_candidate_id, confidence, rationale AS rationale_short
FROM heard
WHERE status = 'succeeded'
