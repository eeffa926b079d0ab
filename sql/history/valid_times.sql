-- Valid time of every claim (seed 000 §5.4), and whether it may take part in temporal operations (§5.5). Reasons and
-- records are kept as the inside of the JSON list that the decision log shows.
WITH linked AS (
    SELECT
        c.*,
        l.time_mention_id,
        l.time_source AS linked_by,
        l.resolved_type,
        l.valid_from_utc AS t_from,
        l.valid_to_utc AS t_to,
        l.resolution_granularity,
        -- §5.4.5, in its order; NULL where a time is linked or the fallback is used.
        CASE
            WHEN l.n IS NOT NULL THEN NULL
            WHEN NOT $fallback_valid_from_asserted THEN 'FALLBACK_DISABLED'
            WHEN c.timestamp_quality IS DISTINCT FROM 'original' THEN 'TIMESTAMP_NOT_ORIGINAL'
            WHEN c.asserted_at_utc IS NULL THEN 'ASSERTED_AT_NULL'
        END AS fallback_blocked_reason
    FROM claims AS c
    LEFT JOIN time_links AS l USING (n)
),
sourced AS (
    SELECT
        *,
        CASE
            WHEN linked_by IS NOT NULL THEN linked_by
            WHEN fallback_blocked_reason IS NOT NULL THEN 'NONE'
            ELSE 'ASSERTED_AT_FALLBACK'
        END AS time_source
    FROM linked
),
-- §5.4.4: what the qualifier makes of the time.
read AS (
    SELECT
        *,
        CASE
            WHEN time_source = 'NONE' THEN 'unknown'
            WHEN time_source = 'ASSERTED_AT_FALLBACK' THEN 'instant'
            WHEN temporal_qualifier_type = 'until' THEN 'unknown'
            WHEN temporal_qualifier_type = 'since' THEN 'interval'
            ELSE resolved_type
        END AS read_type,
        CASE
            WHEN time_source = 'ASSERTED_AT_FALLBACK' THEN asserted_at_utc
            WHEN temporal_qualifier_type IS DISTINCT FROM 'until' THEN t_from
        END AS read_from,
        CASE
            WHEN read_type = 'interval' AND temporal_qualifier_type IS DISTINCT FROM 'since' THEN t_to
        END AS read_to,
        CASE
            WHEN linked_by IS NOT NULL AND temporal_qualifier_type = 'until'
                THEN CASE resolved_type WHEN 'interval' THEN t_to ELSE t_from END
        END AS valid_until_hint_utc,
        -- §5.4.6
        coalesce(read_type = 'interval' AND read_to <= read_from, FALSE) AS is_nonpositive
    FROM sourced
),
timed AS (
    SELECT
        *,
        CASE WHEN is_nonpositive THEN 'unknown' ELSE read_type END AS valid_time_type,
        CASE WHEN NOT is_nonpositive THEN read_from END AS valid_from_utc,
        CASE WHEN NOT is_nonpositive THEN read_to END AS valid_to_utc,
        linked_by IS NOT NULL AS has_explicit_valid_time
    FROM read
)
SELECT
    n,
    valid_time_type,
    valid_from_utc,
    valid_to_utc,
    valid_until_hint_utc,
    -- Design §8: precision travels with the value; what is taken from the message is exact to its second.
    CASE
        WHEN coalesce(valid_from_utc, valid_until_hint_utc) IS NULL THEN NULL
        WHEN has_explicit_valid_time THEN resolution_granularity
        ELSE 'second'
    END AS valid_time_precision,
    time_source,
    has_explicit_valid_time,
    time_mention_id,
    fallback_blocked_reason,
    concat_ws(
        ',',
        CASE
            WHEN temporal_qualifier_id IS NOT NULL AND time_source <> 'QUALIFIER_ID'
                THEN '"QUALIFIER_ID_MISSING_OR_UNRESOLVED"'
        END,
        CASE
            WHEN linked_by IS NOT NULL AND temporal_qualifier_type = 'during' AND resolved_type = 'instant'
                THEN '"DURING_INSTANT_DOWNGRADED"'
        END,
        CASE WHEN valid_until_hint_utc IS NOT NULL THEN '"UNTIL_QUALIFIER_HINT_STORED"' END,
        CASE
            WHEN time_source = 'ASSERTED_AT_FALLBACK' THEN '"FALLBACK_ASSERTED_AT_USED_NONEXPLICIT"'
            WHEN fallback_blocked_reason IN ('TIMESTAMP_NOT_ORIGINAL', 'ASSERTED_AT_NULL')
                THEN '"FALLBACK_BLOCKED_' || fallback_blocked_reason || '"'
        END,
        CASE WHEN is_nonpositive THEN '"VALID_TIME_NONPOSITIVE_INTERVAL"' END
    ) AS records,
    -- §5.5.2: every reason, not only the first.
    concat_ws(
        ',',
        CASE WHEN modality NOT IN ('state', 'fact', 'preference') THEN '"MODALITY_EXCLUDED"' END,
        CASE WHEN polarity <> 'positive' THEN '"NEGATIVE_POLARITY"' END,
        CASE WHEN confidence < $threshold_close::DOUBLE THEN '"CONFIDENCE_BELOW_THRESHOLD"' END,
        CASE WHEN NOT is_user_grounded THEN '"NOT_USER_GROUNDED"' END,
        CASE WHEN is_passing THEN '"PASSING"' END,
        CASE WHEN valid_from_utc IS NULL THEN '"VALID_FROM_NULL"' END,
        CASE WHEN NOT has_explicit_valid_time THEN '"NONEXPLICIT_TIME_SOURCE"' END
    ) AS eligibility_reasons,
    eligibility_reasons = '' AS is_eligible
FROM timed
