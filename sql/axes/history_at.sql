-- Every claim known at `$known_at` with what stage 5 says of it then, and what asking about a moment needs besides
-- (design §8). The last step of the macro `history_at`, after those of stage 5. Its instants are TIMESTAMPs, as in all that is
-- asked of the file; the steps before compare them as text.
SELECT
    c.assertion_id,
    f.status,
    f.valid_time_type,
    f.valid_from_utc::TIMESTAMP AS valid_from_utc,
    f.valid_to_utc::TIMESTAMP AS valid_to_utc,
    f.valid_until_hint_utc::TIMESTAMP AS valid_until_hint_utc,
    f.valid_time_precision,
    w.until_precision AS valid_end_precision,
    w.is_until_included AS is_end_included,
    w.has_beginning,
    w.from_ends_utc::TIMESTAMP AS from_ends_utc,
    w.until_utc::TIMESTAMP AS until_utc,
    w.believed_until_utc::TIMESTAMP AS believed_until_utc,
    f.time_source,
    f.has_explicit_valid_time,
    f.temporal_superseded_by_assertion_id,
    f.retracted_by_retraction_id,
    f.negated_by_assertion_id,
    f.rule_id_applied,
    w.is_corrected,
    w.is_sure,
    w.doubt,
    w.is_functional,
    w.known_from_utc::TIMESTAMP AS known_from_utc,
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
JOIN spans AS w USING (n)
ORDER BY c.assertion_id
