-- Each message up to `as_of` with the time at which it counts (`said_at`, the horizon where it has none) and the kind of evidence
-- that its words are (`entry_type`, NULL unless the person or an assistant says them).
SELECT
    message_id,
    conversation_id,
    order_index,
    source_kind,
    role,
    text_raw,
    coalesce(created_at_utc, $horizon) AS said_at,
    CASE
        WHEN role = 'assistant' THEN 'agent_observation'
        WHEN role = 'user' AND source_kind = 'note' THEN 'learned_from_note'
        WHEN role = 'user' THEN 'learned_from_chat'
    END AS entry_type
FROM kg.messages
WHERE coalesce(created_at_utc, $horizon) <= $as_of
