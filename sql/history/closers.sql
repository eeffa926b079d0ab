-- One row per claim that can close an earlier value, although the claim itself is over or tells of an event. `pair` (a subject
-- and a predicate) says whose value that is; a claim has a row for each pair. Example: somebody who lived in Oslo until 2022
-- left Bergen when they came to Oslo. There are three kinds:
--
-- (1) Events that begin a state (`begun_by`), as claims of that state: "moved to Oslo" closes "lives in Bergen". Such a claim
-- is attested only at its own moment. An event that a denial closed is left out.
--
-- (2) Claims that a denial closed.
--
-- (3) Eligible claims that later words ended. They must themselves say when they began.
--
-- A claim of kind (2) or (3) has an end and is not closed again. There is one exception: the words that ended it may say only
-- that it is over by now ("I no longer live in Oslo"; `is_over_by_now`). Then its real end may be earlier. So a newer value
-- that began before those words can still close it, and it is attested only as far as its own words go.
--
-- Reads the rows of candidates.sql, beginnings.sql, negated.sql, negation_aims.sql, ended.sql, claims.sql, valid_times.sql,
-- corrections.sql and retracted.sql.
SELECT c.* REPLACE (b.state_pair AS pair, c.valid_from_utc AS attested_to), FALSE AS is_over_by_now
FROM candidates AS c
JOIN beginnings AS b ON b.event_pair = c.pair
ANTI JOIN negated AS x ON x.n = c.n
UNION ALL
SELECT
    c.* REPLACE (
        x.moment AS valid_to_utc,
        CASE WHEN a.is_moment_of_message THEN least(c.attested_to, x.moment) ELSE x.moment END AS attested_to
    ),
    a.is_moment_of_message
FROM candidates AS c
JOIN negated AS x ON x.n = c.n
JOIN negation_aims AS a ON a.n = x.negation
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
    CASE
        WHEN e.is_moment_of_message
            THEN least(
                coalesce(v.valid_to_utc, CASE WHEN c.timestamp_quality = 'original' THEN c.asserted_at_utc END, '~'),
                e.moment
            )
        ELSE e.moment
    END,
    e.is_moment_of_message
FROM ended AS e
JOIN claims AS c USING (n)
JOIN valid_times AS v USING (n)
ANTI JOIN corrections AS k USING (n)
ANTI JOIN retracted AS r USING (n)
WHERE e.has_start AND v.is_eligible
