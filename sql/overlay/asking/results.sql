-- `overlay.tier4_results`: one row per open mention about which a model gave a usable answer (status `succeeded`). A row has
-- the node that the model chose (or `none` or `ambiguous`), how sure the model is, and why. Reads the rows of heard.sql.
SELECT mention_id, matched AS matched_candidate_id, confidence, rationale AS rationale_short
FROM heard
WHERE status = 'succeeded'
