-- One row per retraction that counts (seed 000 §5.8.1): the person said it, it was read with enough confidence, and it is
-- known at `$known_at` (design §8).
--
-- A temporal bound is a retraction that says that a fact is over. It has the `moment` at which it closes claims (design §9).
-- If its words name a time ("in 2019"), `moment` is the beginning of that time; claims that began within that time are closed
-- at its end, `moment_to`. If its words name no time, `moment` is the time of the message, if that is original. Reads the rows
-- of times.sql.
WITH said AS (
    SELECT
        r.retraction_id,
        r.retraction_type,
        r.retraction_message_id AS message_id,
        r.char_start,
        -- A temporal bound stands at its last character: it also ends what its own words name ("our cat Nurr has died").
        CASE r.retraction_type WHEN 'temporal_bound' THEN r.char_end - 1 ELSE r.char_start END AS place,
        r.target_assertion_id,
        coalesce(r.target_fact_key, a.fact_key) AS fact_key,
        m.conversation_id,
        m.order_index,
        m.created_at_utc,
        m.timestamp_quality,
        CASE
            WHEN m.timestamp_quality = 'original' THEN m.created_at_utc
            WHEN m.timestamp_quality LIKE 'file%' THEN least(m.created_at_utc, $horizon::VARCHAR)
            ELSE $horizon::VARCHAR
        END AS known_from_utc,
        r.qualifier_start,
        r.qualifier_end,
        r.denied_by_assertion_id AS denied_by,
        r.is_described
    FROM kg.retractions AS r
    JOIN kg.messages AS m ON m.message_id = r.retraction_message_id
    LEFT JOIN kg.assertions AS a ON a.assertion_id = r.target_assertion_id
    WHERE
        r.confidence >= $threshold_close::DOUBLE
        AND m.role = 'user'
        AND ($known_at::VARCHAR IS NULL OR known_from_utc <= $known_at::VARCHAR)
),
qualified AS (
    SELECT s.retraction_id, t.valid_from_utc, t.valid_to_utc, t.resolution_granularity
    FROM said AS s
    ASOF JOIN times AS t ON t.message_id = s.message_id AND t.char_end > s.qualifier_start
    WHERE t.char_start < s.qualifier_end
)
SELECT
    s.retraction_id,
    s.retraction_type,
    s.message_id,
    s.target_assertion_id,
    s.fact_key,
    s.denied_by,
    s.is_described,
    s.known_from_utc,
    -- The time by which it is put in order among all that was said: what has no time comes after all others, as in stage 4.
    coalesce(s.created_at_utc, '~') AS said_at,
    s.conversation_id,
    s.order_index,
    coalesce(s.place, 0) AS place_in_message,
    CASE
        WHEN s.retraction_type <> 'temporal_bound' THEN NULL
        WHEN q.valid_from_utc IS NOT NULL THEN q.valid_from_utc
        WHEN s.timestamp_quality = 'original' THEN s.created_at_utc
    END AS moment,
    CASE WHEN s.retraction_type = 'temporal_bound' THEN q.valid_to_utc END AS moment_to,
    coalesce(q.resolution_granularity, 'second') AS moment_precision,
    -- "I no longer live there": it was over by then, and nobody said since when.
    q.valid_from_utc IS NULL AS is_moment_of_message,
    row_number() OVER (ORDER BY s.message_id, s.char_start NULLS FIRST, s.retraction_id) AS turn  -- §5.8's order
FROM said AS s
LEFT JOIN qualified AS q USING (retraction_id)
