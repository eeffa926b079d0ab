-- The columns of `overlay.promotion_decisions`. `decided` is given.
SELECT evidence_bundle_id, is_promoted, told_reason AS reason, place_of_source
FROM decided
