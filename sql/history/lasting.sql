-- The positive claims that are believed only for a time (rules, `lasts`), each with the moment at which that time is over:
-- nobody is pregnant for a year, and somebody who is 32 now is not 32 for ever. The days count from when the claim was said, or
-- from the beginning that its words name if that is later; with `counts_from: beginning` always from that beginning, if they
-- name one. Of a rule's entries the first that fits decides: an entry without `words` fits every object, one with `words` an
-- object in which one of them stands. Claims that fit no entry are left out. Saying the same again does not lengthen a claim: it
-- is another claim with its own time. `invalidation_rules`, `claims`, `pairs` and `valid_times` are given.
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
        c.polarity = 'positive'
        AND (
            len(e.lasts[e.place].words) = 0
            OR regexp_matches(
                lower(coalesce(o.canonical_name, a.object_value)),
                '\b(?:' || array_to_string(e.lasts[e.place].words, '|') || ')\b'
            )
        )
    GROUP BY c.n
)
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
    ) AS believed_until_utc
FROM fitting AS f
JOIN claims AS c USING (n)
JOIN valid_times AS v USING (n)
