-- One row per negation (a denial) that can close something, with its `moment` (seed 000 §5.9.1). It must be said or confirmed
-- by the person, have a confidence of at least `$threshold_close`, and not be taken back or corrected itself. It must also
-- have a time: one that its words name, or the time of its message if that is original (§5.4.5). Reads the rows of claims.sql,
-- valid_times.sql, corrections.sql, retracted.sql and takings.sql.
SELECT
    c.n,
    c.assertion_id,
    c.message_id,
    c.pair,
    c.object_signature,
    v.valid_from_utc AS moment,
    CASE WHEN v.valid_time_type = 'interval' THEN coalesce(v.valid_to_utc, '~') END AS spans_to,
    v.time_source = 'ASSERTED_AT_FALLBACK' AS is_moment_of_message,
    e.retraction_id AS said_as_end,  -- "I no longer work there" is a temporal bound as well
    row_number() OVER (
        ORDER BY c.asserted_at_utc NULLS LAST, c.conversation_id, c.order_index, c.place_in_message, c.assertion_id
    ) AS turn
FROM claims AS c
JOIN valid_times AS v USING (n)
ANTI JOIN corrections AS k USING (n)
ANTI JOIN retracted AS r USING (n)
LEFT JOIN (
    SELECT denied_by, min(retraction_id) AS retraction_id FROM takings WHERE denied_by IS NOT NULL GROUP BY denied_by
) AS e ON e.denied_by = c.assertion_id
WHERE
    c.polarity = 'negative'
    AND c.is_user_grounded
    AND c.confidence >= $threshold_close::DOUBLE
    AND v.valid_from_utc IS NOT NULL
