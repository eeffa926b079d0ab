-- `overlay.thread_entity_links`: one row per conversation and node that it names, with how often and when last. Suppressed
-- mentions are left out, and so is the node of the conversation itself.
SELECT
    m.conversation_id AS thread_id,
    r.resolved_node_id AS node_id,
    count(DISTINCT (o.observation_id, o.start_offset)) AS mention_count,
    max(o.occurred_at) AS last_mentioned_at
FROM overlay.mention_observations AS o
JOIN overlay.mention_resolutions AS r USING (mention_id)
JOIN kg.messages AS m ON m.message_id = o.observation_id
WHERE r.resolved_node_id IS NOT NULL AND r.state <> 'suppressed' AND r.resolved_node_id <> 'thread:' || m.conversation_id
GROUP BY ALL
