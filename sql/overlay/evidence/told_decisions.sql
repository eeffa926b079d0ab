-- One row per bundle, with the columns of `overlay.promotion_decisions`: whether the bundle becomes an edge, and why or why
-- not. Reads the rows of decided.sql.
SELECT evidence_bundle_id, is_promoted, told_reason AS reason, place_of_source
FROM decided
