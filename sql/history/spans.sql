-- `kg.claim_spans`: one row per claim, with its span: from when until when it was so. A row also says how exact the words for
-- both ends are, what made the end (`end_kind`), and whether the claim is sure. Reads the rows of lifecycle.sql, claims.sql,
-- valid_times.sql, pairs.sql, unnamed.sql, lasting.sql, corrections.sql, ended.sql, denied.sql, negated.sql, superseded.sql
-- and takings.sql.
WITH dated AS (
    SELECT
        n,
        has_explicit_valid_time AND valid_from_utc IS NOT NULL AS is_dated,
        CASE WHEN is_dated THEN valid_from_utc END AS from_utc,
        CASE WHEN is_dated THEN valid_time_precision END AS from_precision,
        -- The end of the minute, the day, the year ... that the beginning names.
        strftime(
            from_utc::TIMESTAMP + CASE valid_time_precision
                WHEN 'minute' THEN INTERVAL 1 MINUTE
                WHEN 'hour' THEN INTERVAL 1 HOUR
                WHEN 'day' THEN INTERVAL 1 DAY
                WHEN 'week' THEN INTERVAL 7 DAY
                WHEN 'month' THEN INTERVAL 1 MONTH
                WHEN 'quarter' THEN INTERVAL 3 MONTH
                WHEN 'half' THEN INTERVAL 6 MONTH
                WHEN 'year' THEN INTERVAL 1 YEAR
                WHEN 'decade' THEN INTERVAL 10 YEAR
                WHEN 'century' THEN INTERVAL 100 YEAR
                ELSE INTERVAL 1 SECOND
            END,
            '%Y-%m-%dT%H:%M:%S.%gZ'
        ) AS from_ends_utc
    FROM lifecycle
)
SELECT
    c.n,
    c.assertion_id,
    -- What words date only as "now" has the time of its message. It holds then, but nothing says since when, so that is no
    -- beginning.
    w.is_dated
    AND NOT coalesce(
        f.valid_time_type = 'instant' AND f.valid_time_precision = 'second'
        AND f.valid_from_utc[:19] = c.asserted_at_utc[:19],
        FALSE
    ) AS has_beginning,
    w.from_utc,
    w.from_precision,
    w.from_ends_utc,
    -- An instant ends with the day, the year ... that it names, but for a state or a preference: those go on from there.
    CASE
        WHEN NOT w.is_dated THEN f.valid_until_hint_utc
        WHEN f.valid_time_type = 'instant' AND c.modality NOT IN ('state', 'preference') THEN w.from_ends_utc
        ELSE f.valid_to_utc
    END AS until_utc,
    -- An end is as exact as the words that made it: those of the newer value (s), of the denial (d, x), of the words that ended
    -- the claim (e), or the claim's own.
    CASE
        WHEN until_utc IS NULL THEN NULL
        WHEN s.n IS NOT NULL THEN newer.valid_time_precision
        WHEN d.n IS NOT NULL THEN d.moment_precision
        WHEN e.n IS NOT NULL THEN e.moment_precision
        WHEN x.n IS NOT NULL THEN denial.valid_time_precision
        ELSE v.until_precision
    END AS until_precision,
    -- Whether words name the last stretch that is included ("until 2018", "in 2018"), or the moment when it was over.
    CASE
        WHEN s.n IS NOT NULL THEN FALSE
        WHEN d.n IS NOT NULL THEN d.is_moment_whole
        WHEN e.n IS NOT NULL THEN e.is_moment_whole
        ELSE x.n IS NULL
    END AS is_until_included,
    CASE
        WHEN until_utc IS NULL THEN NULL
        WHEN s.n IS NOT NULL THEN 'newer_value'
        WHEN d.n IS NOT NULL THEN 'denial'
        WHEN e.n IS NOT NULL THEN CASE WHEN e.restated_by IS NULL THEN 'end' ELSE 'restatement' END
        WHEN x.n IS NOT NULL THEN 'denial'
        ELSE 'own_words'
    END AS end_kind,
    -- "In March" says of a stretch of time that it was so then, not that it began and ended with it.
    coalesce(w.is_dated AND end_kind = 'own_words' AND NOT v.is_between, FALSE) AS is_during,
    -- "I used to live in Prague", "my goal was to learn Greek": a fact without a beginning, of a relation that usually is a
    -- state or an aim, tells what is over.
    NOT has_beginning
    AND c.modality = 'fact'
    AND coalesce(t.usual_modality IN ('state', 'preference', 'intention'), FALSE) AS is_told_as_over,
    l.believed_until_utc,
    l.believed_until_by,
    c.is_user_grounded AND c.confidence >= $threshold_close::DOUBLE AND NOT c.is_passing AS is_sure,
    CASE
        WHEN is_sure THEN NULL
        WHEN NOT c.is_user_grounded THEN 'assistant'
        WHEN c.is_passing THEN 'passing'
        ELSE 'unsure'
    END AS doubt,
    k.n IS NOT NULL AS is_corrected,
    c.known_from_utc,
    -- The message whose words decided the claim's status, and when those became known.
    coalesce(by_claim.message_id, taking.message_id) AS decided_by_message_id,
    coalesce(
        by_claim.known_from_utc,
        taking.known_from_utc,
        CASE
            WHEN f.status = 'conflicted'
                THEN max(c.known_from_utc) FILTER (f.status = 'conflicted') OVER (PARTITION BY c.pair)
        END
    ) AS decided_utc,
    p.closes_earlier AND u.entity_id IS NULL AS is_functional
FROM lifecycle AS f
JOIN claims AS c USING (n)
JOIN dated AS w USING (n)
JOIN valid_times AS v USING (n)
JOIN pairs AS p USING (pair)
LEFT JOIN unnamed AS u ON u.entity_id = c.object_entity_id
LEFT JOIN kg.predicates AS t USING (predicate_id)
LEFT JOIN lasting AS l USING (n)
LEFT JOIN corrections AS k USING (n)
LEFT JOIN ended AS e USING (n)
LEFT JOIN denied AS d USING (n)
LEFT JOIN negated AS x USING (n)
LEFT JOIN valid_times AS denial ON denial.n = x.negation
LEFT JOIN superseded AS s USING (n)
LEFT JOIN claims AS closer ON closer.assertion_id = s.superseded_by
LEFT JOIN valid_times AS newer ON newer.n = closer.n
LEFT JOIN claims AS by_claim
    ON by_claim.assertion_id = coalesce(f.negated_by_assertion_id, f.temporal_superseded_by_assertion_id)
LEFT JOIN takings AS taking ON taking.retraction_id = f.retracted_by_retraction_id
