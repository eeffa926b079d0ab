-- One row per bundle: the columns of `overlay.promotion_decisions`, which say whether and why the bundle becomes an edge. Reads
-- the rows of decided.sql.
SELECT evidence_bundle_id, is_promoted, told_reason AS reason, place_of_source
FROM decided
