-- One row per message up to `as_of`, with its text and the time at which it counts (`said_at`). That is its own time, or the
-- horizon if it has none. `entry_type` says what sort of evidence its words are. It is NULL if neither the person nor an
-- assistant says them.
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
