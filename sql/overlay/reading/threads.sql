-- `overlay.conversation_threads`: one row per conversation that has a message up to `as_of`, even if nothing was found in it.
-- A row has the nodes that the conversation names most (at most `thread_nodes`), its decisions, the goals and obligations said
-- there that are still open, and a summary in one line. Reads the rows of links.sql and decisions.sql.
WITH turns AS (
    SELECT
        conversation_id,
        count(*) FILTER (role IN ('user', 'assistant')) AS turn_count,
        coalesce(max(created_at_utc), $horizon) AS occurred_at
    FROM kg.messages
    WHERE coalesce(created_at_utc, $horizon) <= $as_of
    GROUP BY conversation_id
),

named AS (
    SELECT
        l.thread_id,
        list_slice(list(l.node_id ORDER BY l.mention_count DESC, l.node_id), 1, $thread_nodes) AS node_ids,
        list_slice(list(n.canonical_name ORDER BY l.mention_count DESC, l.node_id), 1, $thread_names) AS names
    FROM links AS l
    JOIN overlay.nodes AS n USING (node_id)
    GROUP BY l.thread_id
),

decided AS (
    SELECT thread_id, list(description ORDER BY occurred_at, decision_id) AS decisions
    FROM decisions
    GROUP BY thread_id
),

-- Goals and duties that were said here and still hold.
waiting AS (
    SELECT m.conversation_id AS thread_id, list(DISTINCT n.canonical_name ORDER BY n.canonical_name) AS items
    FROM overlay.confidence_events AS e
    JOIN kg.messages AS m USING (message_id)
    JOIN overlay.nodes AS n USING (node_id)
    WHERE n.node_kind IN ('obligation', 'goal') AND n.lifecycle_state = 'confirmed'
    GROUP BY ALL
),

contexts AS (
    SELECT m.conversation_id AS thread_id, min(o.work_context_id) AS work_context_id
    FROM overlay.mention_observations AS o
    JOIN kg.messages AS m ON m.message_id = o.observation_id
    WHERE o.work_context_id IS NOT NULL
    GROUP BY ALL
)

SELECT
    c.conversation_id AS thread_id,
    v.node_id,
    c.title AS title_hint,
    coalesce(n.node_ids, []) AS linked_entity_ids,
    coalesce(d.decisions, []) AS key_decisions,
    coalesce(w.items, []) AS unresolved_items,
    concat_ws(
        '; ',
        coalesce(nullif(trim(c.title), ''), 'Untitled') || ', ' || t.turn_count || ' turns, ' || t.occurred_at[:10],
        CASE WHEN n.names IS NOT NULL THEN array_to_string(n.names, ', ') END,
        CASE WHEN d.decisions IS NOT NULL THEN 'decided: ' || array_to_string(d.decisions, ', ') END,
        CASE WHEN w.items IS NOT NULL THEN 'open: ' || array_to_string(w.items, ', ') END
    ) AS checkpoint_summary,
    x.work_context_id,
    t.occurred_at,
    t.turn_count,
    c.source_kind AS channel,
    v.visibility_class
FROM kg.conversations AS c
JOIN turns AS t USING (conversation_id)
JOIN overlay.nodes AS v ON v.source_kind = 'thread' AND v.source_id = c.conversation_id
LEFT JOIN named AS n ON n.thread_id = c.conversation_id
LEFT JOIN decided AS d ON d.thread_id = c.conversation_id
LEFT JOIN waiting AS w ON w.thread_id = c.conversation_id
LEFT JOIN contexts AS x ON x.thread_id = c.conversation_id
