-- `overlay.promotion_decisions`: one row per bundle, with the columns of `decided` that say whether and why it becomes an edge.
-- Reads the rows of decided.sql.
SELECT evidence_bundle_id, is_promoted, told_reason AS reason, place_of_source
FROM decided
