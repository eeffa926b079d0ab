-- One row per claim that was known at a moment, with what stage 5 says of the claim by what was known then (design §8). A row
-- has the claim's status, its span (from when until when it was so), and `holdings`: the list of the stretches of time in
-- which the claim counts.
--
-- The macro `history_at` runs this SELECT and gives it the tables `lifecycle`, `spans` and `holdings`. If the macro is asked
-- about a moment, it first makes these tables by the steps of stage 5, from what was known then. If it is asked without a
-- moment, it takes the tables that stage 5 wrote. There is one exception: if those contain more than was known as of the
-- build, the macro repeats the steps for the as_of of the build.
--
-- Instants become TIMESTAMPs here; the steps of stage 5 compare them as text.
WITH held AS (
    SELECT
        assertion_id,
        list(
            {
                'predicate_id': predicate_id, 'is_begun': is_begun, 'modality': modality, 'is_dated': is_dated,
                'starts_utc': starts_utc::TIMESTAMP, 'ends_utc': ends_utc::TIMESTAMP, 'until_utc': until_utc::TIMESTAMP,
                'until_precision': until_precision, 'is_until_included': is_until_included,
                'is_held': is_held, 'is_displaced': is_displaced
            }
            ORDER BY is_begun, predicate_id, stretch
        ) AS holdings
    FROM holdings
    GROUP BY assertion_id
)
SELECT
    f.assertion_id,
    f.status,
    f.valid_time_type,
    f.valid_from_utc::TIMESTAMP AS valid_from_utc,
    f.valid_to_utc::TIMESTAMP AS valid_to_utc,
    f.valid_until_hint_utc::TIMESTAMP AS valid_until_hint_utc,
    f.valid_time_precision,
    w.has_beginning,
    w.from_utc::TIMESTAMP AS from_utc,
    w.from_precision,
    w.from_ends_utc::TIMESTAMP AS from_ends_utc,
    w.until_utc::TIMESTAMP AS until_utc,
    w.until_precision,
    w.is_until_included,
    w.is_during,
    w.is_told_as_over,
    w.believed_until_utc::TIMESTAMP AS believed_until_utc,
    w.believed_until_by,
    f.time_source,
    f.has_explicit_valid_time,
    f.temporal_superseded_by_assertion_id,
    f.retracted_by_retraction_id,
    f.negated_by_assertion_id,
    f.rule_id_applied,
    w.decided_utc::TIMESTAMP AS decided_utc,
    w.decided_by_message_id,
    w.is_corrected,
    w.is_sure,
    w.doubt,
    w.is_functional,
    w.known_from_utc::TIMESTAMP AS known_from_utc,
    m.conversation_id,
    m.order_index,
    coalesce(a.char_start, 0) AS place_in_message,
    a.polarity,
    a.modality,
    a.confidence_final AS confidence,
    a.message_id,
    a.char_start,
    a.char_end,
    a.subject_entity_id,
    a.predicate_id,
    a.object_entity_id,
    a.object_signature,
    -- A question, and a claim that was taken back or corrected, has no holdings.
    coalesce(h.holdings, []) AS holdings
FROM lifecycle AS f
JOIN spans AS w USING (assertion_id)
JOIN kg.assertions AS a USING (assertion_id)
JOIN kg.messages AS m ON m.message_id = a.message_id
LEFT JOIN held AS h USING (assertion_id)
ORDER BY f.assertion_id
