-- One row per node and piece of evidence about it: a message, or a claim in it, that speaks for the node (`bears`) or against
-- it (`opposes`; §5.2). `entry_type` is the sort of evidence, such as the person's words in a chat, their words in a note, an
-- assistant's words, or the use of a tool. Reads the rows of claim_facts.sql, shared/normal.sql, spoken.sql, used.sql and
-- things.sql.
WITH named AS (
    SELECT
        'entity:' || m.entity_id AS node_id,
        m.message_id,
        min({'char_start': m.char_start, 'char_end': m.char_end}) AS span
    FROM kg.entity_mentions AS m
    WHERE m.char_start IS NOT NULL
    GROUP BY ALL
),

-- Entities that a claim of the message has as subject or object, though no mention there names them.
claimed AS (
    SELECT
        'entity:' || c.entity_id AS node_id,
        c.message_id,
        min({'char_start': c.char_start, 'char_end': c.char_end}) AS span
    FROM (
        SELECT subject_entity_id AS entity_id, message_id, char_start, char_end FROM kg.assertions
        UNION ALL
        SELECT object_entity_id, message_id, char_start, char_end FROM kg.assertions WHERE object_entity_id IS NOT NULL
    ) AS c
    WHERE c.char_start IS NOT NULL
    GROUP BY ALL
),

seen AS (
    SELECT
        node_id, message_id, NULL AS assertion_id, span, 'bears' AS direction, 'factual_claim' AS assertion_type,
        NULL AS entry_type
    FROM named
    UNION ALL
    SELECT node_id, message_id, NULL, span, 'bears', 'factual_claim', NULL
    FROM claimed ANTI JOIN named USING (node_id, message_id)
    UNION ALL
    SELECT
        node_id, message_id, assertion_id,
        {'char_start': char_start, 'char_end': char_end},
        CASE polarity WHEN 'positive' THEN 'bears' ELSE 'opposes' END,
        'direct_quote',
        NULL
    FROM claim_facts
    UNION ALL
    SELECT
        'name:' || sha256('name|' || n.normalized), s.message_id, NULL,
        min({'char_start': s.char_start, 'char_end': s.char_end}), 'bears', 'factual_claim', NULL
    FROM overlay.mention_spans AS s
    JOIN normal AS n ON n.words = s.surface_text
    GROUP BY n.normalized, s.message_id
    UNION ALL
    SELECT
        'thread:' || conversation_id, min_by(message_id, {'order_index': order_index, 'message_id': message_id}),
        NULL, NULL, 'bears', 'factual_claim', NULL
    FROM spoken
    WHERE role IN ('user', 'assistant')
    GROUP BY conversation_id
    UNION ALL
    -- A use of a tool (`used`) has no weight; only a row of `used` whose `weighs` is set counts for or against the tool.
    SELECT node_id, message_id, NULL, NULL, 'bears', 'factual_claim', 'used'
    FROM used
    GROUP BY node_id, message_id
    UNION ALL
    SELECT node_id, message_id, NULL, NULL, min(weighs), 'factual_claim', 'learned_from_task_execution'
    FROM used
    WHERE weighs IS NOT NULL
    GROUP BY node_id, message_id
)

SELECT
    s.node_id,
    s.message_id,
    s.assertion_id,
    s.span.char_start AS char_start,
    s.span.char_end AS char_end,
    s.direction,
    s.assertion_type,
    CASE
        WHEN s.entry_type IS NOT NULL THEN s.entry_type
        WHEN s.direction = 'opposes' THEN 'user_correction'
        ELSE coalesce(m.entry_type, 'imported')
    END AS entry_type,
    m.said_at,
    m.conversation_id,
    m.order_index,
    m.source_kind,
    m.role,
    row_number() OVER (
        PARTITION BY s.node_id
        ORDER BY
            m.said_at, m.conversation_id, m.order_index, s.message_id, s.assertion_id NULLS FIRST,
            s.entry_type DESC NULLS FIRST
    ) AS place_from_first
FROM seen AS s
JOIN spoken AS m USING (message_id)
SEMI JOIN things AS t ON t.node_id = s.node_id
