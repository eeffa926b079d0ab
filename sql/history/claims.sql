-- One row per claim that stage 5 works on (seed 000 §5.3.1), numbered (`n`) in a stable order. These are all claims that were
-- known at `$known_at` (design §8); if that is NULL, all claims.
--
-- A claim is known from the time of its message, if that time is original. If the message has only the time of its file, the
-- claim is known from that time, but not later than the horizon. In all other cases it is known from the horizon. Reads the
-- rows of pairs.sql.
SELECT
    row_number() OVER (ORDER BY m.conversation_id, m.order_index, a.message_id, a.assertion_id) AS n,
    a.assertion_id,
    a.message_id,
    m.conversation_id,
    m.order_index,
    coalesce(a.char_start, 0) AS place_in_message,
    a.char_start,
    a.char_end,
    a.asserted_at_utc,
    m.timestamp_quality,
    p.pair,
    a.object_signature,
    a.object_entity_id,
    a.temporal_qualifier_type,
    a.temporal_qualifier_id,
    a.given_from_utc,
    a.given_from_precision,
    a.given_until_utc,
    a.given_until_precision,
    a.modality,
    a.polarity,
    a.confidence_final AS confidence,
    a.asserted_role = 'user' OR a.has_user_corroboration AS is_user_grounded,  -- §5.5.1
    -- What is said of the moment ("I'm stoked") is kept, and shown when asked for.
    a.is_passing,
    a.subject_detection_tier,
    a.object_detection_tier,
    -- §5.10.3: the better of the two tiers. A side without a detector counts as 5, worse than the worst tier.
    least(coalesce(a.subject_detection_tier, 5), coalesce(a.object_detection_tier, 5)) AS tier,
    CASE WHEN a.supersession_type = 'correction' THEN a.superseded_by_assertion_id END AS corrected_by,
    CASE
        WHEN m.timestamp_quality = 'original' AND a.asserted_at_utc IS NOT NULL THEN a.asserted_at_utc
        -- A file's time can lie after the horizon; nothing becomes known after that.
        WHEN m.timestamp_quality LIKE 'file%' THEN least(a.asserted_at_utc, $horizon::VARCHAR)
        ELSE $horizon::VARCHAR
    END AS known_from_utc
FROM kg.assertions AS a
JOIN kg.messages AS m USING (message_id)
JOIN pairs AS p ON p.subject_entity_id = a.subject_entity_id AND p.predicate_id = a.predicate_id
WHERE $known_at::VARCHAR IS NULL OR known_from_utc <= $known_at::VARCHAR
