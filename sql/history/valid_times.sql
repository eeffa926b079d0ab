-- One row per claim, with its valid time before anything closes it (seed 000 §5.4), and whether it is eligible (`is_eligible`;
-- §5.5). An eligible claim may close others and be closed.
--
-- `time_source` says where the valid time comes from. A time that the person gave the claim themselves (`annals correct`)
-- comes first. Then comes the time that its words say (time_links.sql), then the time of its message, if the settings allow it
-- and it is original. If there is none of these, the valid time is unknown. `has_explicit_valid_time` is TRUE if the claim's
-- words or the person gave the time.
--
-- `eligibility_reasons` lists all that makes the claim not eligible, and `records` what was special in finding the time. Both
-- hold the items of a JSON list without its brackets; temporalized.sql adds the brackets. Reads the rows of claims.sql and
-- time_links.sql.
WITH linked AS (
    SELECT
        c.*,
        l.time_mention_id,
        l.time_source AS linked_by,
        l.resolved_type,
        l.valid_from_utc AS t_from,
        l.valid_to_utc AS t_to,
        l.resolution_granularity,
        coalesce(c.given_from_utc, c.given_until_utc) IS NOT NULL AS is_given,
        -- Why the time of the message may not stand in for a time of the claim (§5.4.5, in the order given there). NULL if a time
        -- is linked or given, or if the time of the message is used.
        CASE
            WHEN l.n IS NOT NULL OR is_given THEN NULL
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
            WHEN is_given THEN 'PERSON'
            WHEN linked_by IS NOT NULL THEN linked_by
            WHEN fallback_blocked_reason IS NOT NULL THEN 'NONE'
            ELSE 'ASSERTED_AT_FALLBACK'
        END AS time_source
    FROM linked
),
-- A time that the person gave (`annals correct`) comes before that of the claim's words. The words still give the beginning or
-- the end that the person left open.
given AS (
    SELECT
        *,
        coalesce(
            given_from_utc,
            CASE WHEN temporal_qualifier_type IS DISTINCT FROM 'until' AND t_from < given_until_utc THEN t_from END
        ) AS stands_from,
        coalesce(
            given_until_utc,
            CASE
                WHEN linked_by = 'QUALIFIER_ID'
                    AND (temporal_qualifier_type = 'until' OR resolution_granularity = 'range')
                    AND coalesce(t_to, t_from) > given_from_utc
                    THEN coalesce(t_to, t_from)
            END
        ) AS stands_until,
        given_from_utc IS NULL AND stands_from IS NOT NULL OR given_until_utc IS NULL AND stands_until IS NOT NULL
        AS is_completed
    FROM sourced
),
-- §5.4.4: what the qualifier makes of the time.
read AS (
    SELECT
        *,
        CASE
            WHEN is_given AND stands_from IS NULL THEN 'unknown'
            WHEN is_given AND stands_until IS NULL AND temporal_qualifier_type = 'at' THEN 'instant'
            WHEN is_given THEN 'interval'
            WHEN time_source = 'NONE' THEN 'unknown'
            WHEN time_source = 'ASSERTED_AT_FALLBACK' THEN 'instant'
            WHEN temporal_qualifier_type = 'until' THEN 'unknown'
            WHEN temporal_qualifier_type = 'since' THEN 'interval'
            ELSE resolved_type
        END AS read_type,
        CASE
            WHEN is_given THEN stands_from
            WHEN time_source = 'ASSERTED_AT_FALLBACK' THEN asserted_at_utc
            WHEN temporal_qualifier_type IS DISTINCT FROM 'until' THEN t_from
        END AS read_from,
        CASE
            WHEN is_given THEN CASE WHEN stands_from IS NOT NULL THEN stands_until END
            WHEN read_type = 'interval' AND temporal_qualifier_type IS DISTINCT FROM 'since' THEN t_to
        END AS read_to,
        CASE
            WHEN is_given THEN CASE WHEN stands_from IS NULL THEN stands_until END
            WHEN linked_by IS NOT NULL AND temporal_qualifier_type = 'until'
                THEN CASE resolved_type WHEN 'interval' THEN t_to ELSE t_from END
        END AS valid_until_hint_utc,
        -- §5.4.6
        coalesce(read_type = 'interval' AND read_to <= read_from, FALSE) AS is_nonpositive
    FROM given
),
timed AS (
    SELECT
        *,
        CASE WHEN is_nonpositive THEN 'unknown' ELSE read_type END AS valid_time_type,
        CASE WHEN NOT is_nonpositive THEN read_from END AS valid_from_utc,
        CASE WHEN NOT is_nonpositive THEN read_to END AS valid_to_utc,
        linked_by IS NOT NULL OR is_given AS has_explicit_valid_time
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
        WHEN is_given AND valid_from_utc IS NULL THEN given_until_precision
        WHEN given_from_utc IS NOT NULL THEN given_from_precision
        WHEN has_explicit_valid_time THEN resolution_granularity
        ELSE 'second'
    END AS valid_time_precision,
    CASE WHEN given_until_utc IS NOT NULL THEN given_until_precision
        WHEN is_given THEN resolution_granularity
        ELSE valid_time_precision
    END AS until_precision,
    -- True if the words name a beginning and an end, false if only a stretch in which it was so ("in 2018").
    CASE
        WHEN is_given
            THEN valid_to_utc IS NOT NULL AND (is_completed OR temporal_qualifier_type NOT IN ('at', 'during'))
        ELSE coalesce(valid_time_precision = 'range', FALSE)
    END AS is_between,
    is_given,
    time_source,
    has_explicit_valid_time,
    CASE WHEN NOT is_given OR is_completed THEN time_mention_id END AS time_mention_id,
    fallback_blocked_reason,
    concat_ws(
        ',',
        CASE
            WHEN temporal_qualifier_id IS NOT NULL AND time_source NOT IN ('PERSON', 'QUALIFIER_ID')
                THEN '"QUALIFIER_ID_MISSING_OR_UNRESOLVED"'
        END,
        CASE
            WHEN linked_by IS NOT NULL AND NOT is_given AND temporal_qualifier_type = 'during' AND resolved_type = 'instant'
                THEN '"DURING_INSTANT_DOWNGRADED"'
        END,
        CASE WHEN is_given THEN '"TIME_GIVEN_BY_PERSON"' END,
        CASE WHEN valid_until_hint_utc IS NOT NULL AND NOT is_given THEN '"UNTIL_QUALIFIER_HINT_STORED"' END,
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
