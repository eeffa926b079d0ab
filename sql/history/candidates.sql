-- One row per claim that a denial or a newer value can close, and that can itself close others by being newer. These are the
-- eligible claims (docs/history.md) that were not taken back or corrected, and that no words ended (seed 000 §5.5.2, §5.7, §5.8).
-- `attested_to` is the moment until which a claim's own words speak for it. Reads the rows of claims.sql, valid_times.sql,
-- corrections.sql, retracted.sql and ended.sql.
SELECT
    c.n,
    c.assertion_id,
    c.pair,
    c.object_signature,
    c.object_entity_id,
    v.valid_from_utc,
    v.valid_to_utc,
    c.confidence,
    c.tier,
    c.subject_detection_tier,
    -- Until when the claim's words speak for it: their own end, else when they were said; '~' if nobody knows when.
    coalesce(v.valid_to_utc, CASE WHEN c.timestamp_quality = 'original' THEN c.asserted_at_utc END, '~') AS attested_to
FROM claims AS c
JOIN valid_times AS v USING (n)
ANTI JOIN corrections AS k USING (n)
ANTI JOIN retracted AS r USING (n)
ANTI JOIN ended AS e USING (n)
WHERE v.is_eligible
