-- What closes an earlier value and cannot be closed itself: events that begin a state (rules, `begun_by`), which speak for
-- their own moment alone, and claims that were ended or denied: where somebody lived until 2022 is what ended where they had
-- lived before.
SELECT c.* REPLACE (b.state_pair AS pair, c.valid_from_utc AS attested_to)
FROM candidates AS c
JOIN beginnings AS b ON b.event_pair = c.pair
ANTI JOIN negated AS x ON x.n = c.n
UNION ALL
SELECT c.* REPLACE (x.moment AS valid_to_utc, x.moment AS attested_to)
FROM candidates AS c
JOIN negated AS x ON x.n = c.n
UNION ALL
SELECT
    c.n,
    c.assertion_id,
    c.pair,
    c.object_signature,
    c.object_entity_id,
    v.valid_from_utc,
    e.moment,
    c.confidence,
    c.tier,
    c.subject_detection_tier,
    e.moment
FROM ended AS e
JOIN claims AS c USING (n)
JOIN valid_times AS v USING (n)
ANTI JOIN corrections AS k USING (n)
ANTI JOIN retracted AS r USING (n)
WHERE e.has_start AND v.is_eligible
