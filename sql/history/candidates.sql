-- One row per claim that a denial or a newer value can close, and that can itself close an older value (seed 000 §5.5.2, §5.7,
-- §5.8). These are the eligible claims (docs/history.md) that were neither taken back nor corrected, and that no words ended.
-- `attested_to` is the moment until which a claim's own words speak for it: their end, else when they were said. Reads the
-- rows of claims.sql, valid_times.sql, corrections.sql, retracted.sql and ended.sql.
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
