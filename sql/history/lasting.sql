-- The positive claims that are believed only for a limited time (`lasts` in the rules), one row each with the moment when that
-- time is over: nobody is pregnant for a year, and somebody who is 32 now will not stay 32. The days count from when the claim
-- was said, or from the beginning that its words name if that is later. With `counts_from: beginning` they always count from that
-- beginning, if the words name one. The first entry of a rule that fits decides: an entry with `words` fits an object that
-- contains one of them, an entry without `words` fits every object. Claims that no entry fits are left out. Saying the same again
-- does not prolong a claim: it is another claim with its own time. Reads the rows of claims.sql, pairs.sql and valid_times.sql.
-- The caller gives `invalidation_rules` (the rows of `kg.invalidation_rules`).
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
