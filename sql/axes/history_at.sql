-- Every claim known at `$known_at` with what stage 5 says of it then, and what asking about a moment needs besides
-- (design §8). The last step of the macro `history_at`, after those of stage 5.
SELECT
    c.assertion_id,
    f.status,
    f.valid_time_type,
    f.valid_from_utc,
    f.valid_to_utc,
    f.valid_until_hint_utc,
    f.valid_time_precision,
    -- An end is as exact as the words that made it: those of the end, of the denial, of the newer value, or its own.
    CASE
        WHEN s.n IS NOT NULL THEN newer.valid_time_precision
        WHEN d.n IS NOT NULL THEN d.moment_precision
        WHEN e.n IS NOT NULL THEN e.moment_precision
        WHEN x.n IS NOT NULL THEN denial.valid_time_precision
        WHEN coalesce(f.valid_to_utc, f.valid_until_hint_utc) IS NOT NULL THEN f.valid_time_precision
    END AS valid_end_precision,
    -- Whether words name the last stretch that is included ("until 2018", "in 2018"), or the moment when it was over.
    CASE
        WHEN s.n IS NOT NULL THEN FALSE
        WHEN d.n IS NOT NULL THEN d.is_moment_whole
        WHEN e.n IS NOT NULL THEN e.is_moment_whole
        ELSE x.n IS NULL
    END AS is_end_included,
    -- What is once and for all, or only planned, fills a moment to its grain; a state or a preference goes on from there.
    CASE
        WHEN f.valid_time_type <> 'instant' THEN f.valid_to_utc
        WHEN c.modality NOT IN ('state', 'preference')
            THEN grain_end(f.valid_from_utc, f.valid_time_precision)
    END AS holds_until_utc,
    l.believed_until_utc,
    f.time_source,
    f.has_explicit_valid_time,
    f.temporal_superseded_by_assertion_id,
    f.retracted_by_retraction_id,
    f.negated_by_assertion_id,
    f.rule_id_applied,
    k.n IS NOT NULL AS is_corrected,
    c.is_user_grounded AND c.confidence >= $threshold_close::DOUBLE AS is_sure,
    c.is_user_grounded,
    p.closes_earlier AS is_functional,
    CASE
        WHEN c.timestamp_quality = 'original' AND c.asserted_at_utc IS NOT NULL THEN c.asserted_at_utc
        -- What was written before a file's time cannot become known after everything else.
        WHEN c.timestamp_quality LIKE 'file%' THEN least(c.asserted_at_utc, $horizon::VARCHAR)
        ELSE $horizon::VARCHAR
    END AS known_from_utc,
    c.conversation_id,
    c.order_index,
    c.place_in_message,
    c.polarity,
    c.modality,
    c.confidence,
    c.message_id,
    c.char_start,
    c.char_end,
    p.subject_entity_id,
    p.predicate_id,
    c.object_entity_id,
    c.object_signature
FROM lifecycle AS f
JOIN claims AS c USING (n)
JOIN pairs AS p USING (pair)
LEFT JOIN lasting AS l USING (n)
LEFT JOIN corrections AS k USING (n)
LEFT JOIN ended AS e USING (n)
LEFT JOIN denied AS d USING (n)
LEFT JOIN negated AS x USING (n)
LEFT JOIN valid_times AS denial ON denial.n = x.negation
LEFT JOIN superseded AS s USING (n)
LEFT JOIN claims AS closer ON closer.assertion_id = s.superseded_by
LEFT JOIN valid_times AS newer ON newer.n = closer.n
ORDER BY c.assertion_id
