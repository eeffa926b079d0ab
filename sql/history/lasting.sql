-- One row per claim that is believed only for a limited time. `believed_until_utc` is when that time is over, and
-- `believed_until_by` is what sets it. There are three ways; if several apply, the earliest moment counts.
--
-- 'time': the rules say how many days such a claim lasts (`lasts`): nobody is pregnant for a year, and somebody who is 32 now
-- will not stay 32. Denials last as long as what they deny. The days count from when the claim was said. If its words name a
-- beginning that is later, they count from there. With `counts_from: beginning` they count from a named beginning even if it
-- is earlier. A rule may have several entries, and the first that fits decides. An entry with `words` fits an object that
-- contains one of them; an entry without `words` fits every object.
--
-- 'death': the subject of the claim died; or its object died, and was a relative, friend or partner. Of a dead subject only
-- the relations in `$death_keeps` go on: where they were born, but not what they liked or had started. A claim that was said
-- after the death is about somebody else of that name, unless it stands in the message that tells of the death.
--
-- 'other_end': the rules say that a positive claim ends together with another state of its subject (`ends_with`): a boss goes
-- with the job. That state is the one that was told last before the claim, else the one that was told next. A claim can also
-- end by an event of its subject (quittings.sql).
--
-- Saying the same again does not prolong a claim: it is another claim with its own time. Reads the rows of claims.sql,
-- deaths.sql, denied.sql, ended.sql, negated.sql, pairs.sql, quittings.sql, superseded.sql and valid_times.sql. The caller
-- gives `invalidation_rules` (the rows of `kg.invalidation_rules`).
WITH entries AS (
    SELECT rule_id, lasts, unnest(generate_series(1, len(lasts))) AS place
    FROM (
        SELECT
            rule_id,
            from_json(notes -> '$.lasts', '[{"counts_from":"VARCHAR","days":"BIGINT","words":["VARCHAR"]}]') AS lasts
        FROM invalidation_rules
    )
    WHERE len(lasts) > 0
),
fitting AS (
    SELECT
        c.n,
        min({'place': e.place, 'days': e.lasts[e.place].days, 'counts_from': e.lasts[e.place].counts_from}) AS entry
    FROM claims AS c
    JOIN pairs AS p USING (pair)
    JOIN entries AS e ON e.rule_id = p.rule_id
    JOIN kg.assertions AS a ON a.assertion_id = c.assertion_id
    LEFT JOIN kg.entities AS o ON o.entity_id = a.object_entity_id
    WHERE
        (
            len(e.lasts[e.place].words) = 0
            OR regexp_matches(
                lower(coalesce(o.canonical_name, a.object_value)),
                '\b(?:' || array_to_string(e.lasts[e.place].words, '|') || ')\b'
            )
        )
    GROUP BY c.n
),
-- The pairs of a subject and a predicate whose rule names other states with which they end.
depending AS (
    SELECT p.pair, unnest(from_json(r.notes -> '$.ends_with', '["VARCHAR"]')) AS ends_with
    FROM pairs AS p
    JOIN invalidation_rules AS r USING (rule_id)
),
-- The end of every state with which others end, by the words or the newer value that closed it.
closings AS (
    SELECT n, moment FROM ended
    UNION ALL
    SELECT n, moment FROM negated
    UNION ALL
    SELECT n, moment FROM denied
    UNION ALL
    SELECT n, moment FROM superseded
),
bases AS (
    SELECT p.subject_entity_id, p.predicate_id, c.n, c.pair, c.object_signature, c.asserted_at_utc AS said_at
    FROM claims AS c
    JOIN pairs AS p USING (pair)
    WHERE p.predicate_id IN (SELECT ends_with FROM depending) AND c.polarity = 'positive' AND c.asserted_at_utc IS NOT NULL
),
-- The job to which a boss belongs is the last that was told before the boss was, else the next.
belonging AS (
    SELECT c.n, c.asserted_at_utc, coalesce(b.n, a.n) AS base
    FROM depending AS d
    JOIN pairs AS p USING (pair)
    JOIN claims AS c USING (pair)
    ASOF LEFT JOIN bases AS b
        ON b.subject_entity_id = p.subject_entity_id AND b.predicate_id = d.ends_with AND b.said_at <= c.asserted_at_utc
    ASOF LEFT JOIN bases AS a
        ON a.subject_entity_id = p.subject_entity_id AND a.predicate_id = d.ends_with AND a.said_at > c.asserted_at_utc
    WHERE c.polarity = 'positive'
),
leavings AS (
    SELECT b.n, min(x.moment) AS moment
    FROM belonging AS b
    JOIN bases AS o ON o.n = b.base
    JOIN bases AS same ON same.pair = o.pair AND same.object_signature = o.object_signature
    JOIN closings AS x ON x.n = same.n AND x.moment > b.asserted_at_utc
    GROUP BY b.n
),
-- The moments of all kinds, of which the earliest counts.
moments AS (
    SELECT
        f.n,
        strftime(
            CASE
                WHEN v.has_explicit_valid_time AND v.valid_from_utc IS NOT NULL
                    THEN CASE f.entry.counts_from
                        WHEN 'beginning' THEN v.valid_from_utc
                        ELSE greatest(v.valid_from_utc, c.asserted_at_utc)
                    END
                ELSE c.asserted_at_utc
            END::TIMESTAMP + to_days(f.entry.days::INTEGER),
            '%Y-%m-%dT%H:%M:%S.%gZ'
        ) AS believed_until_utc,
        'time' AS believed_until_by
    FROM fitting AS f
    JOIN claims AS c USING (n)
    JOIN valid_times AS v USING (n)
    UNION ALL
    -- What was said within the time that the words name ("in February") was so until the end of that time.
    SELECT c.n, CASE WHEN c.asserted_at_utc <= d.died_utc THEN d.died_utc ELSE d.latest_utc END, 'death'
    FROM deaths AS d
    JOIN pairs AS p ON p.subject_entity_id = d.entity_id
    JOIN claims AS c USING (pair)
    JOIN kg.predicates AS k USING (predicate_id)
    WHERE
        c.modality IN ('state', 'preference', 'intention', 'fact')
        AND k.canonical_label_norm NOT IN (SELECT unnest($death_keeps))
        AND (c.asserted_at_utc <= d.latest_utc OR c.message_id = d.message_id)
    UNION ALL
    SELECT c.n, CASE WHEN c.asserted_at_utc <= d.died_utc THEN d.died_utc ELSE d.latest_utc END, 'death'
    FROM deaths AS d
    JOIN claims AS c ON c.object_entity_id = d.entity_id
    JOIN pairs AS p USING (pair)
    JOIN kg.predicates AS k USING (predicate_id)
    WHERE
        c.polarity = 'positive'
        AND c.modality = 'state'
        AND k.category = 'people'
        AND (c.asserted_at_utc <= d.latest_utc OR c.message_id = d.message_id)
    UNION ALL
    SELECT n, moment, 'other_end' FROM leavings
    UNION ALL
    SELECT n, moment, 'other_end' FROM quittings
)
SELECT
    n,
    min(believed_until_utc) AS believed_until_utc,
    min({'at_utc': believed_until_utc, 'by_what': believed_until_by}).by_what AS believed_until_by
FROM moments
GROUP BY n
