-- One row per mention of an entity or an accepted name in the person's own messages, sorted by conversation and, within it, by
-- position. Suppressed mentions and mentions inside a longer one are left out. So are mentions of conversations, claims, tools
-- and the person (SELF).
SELECT
    m.conversation_id,
    r.resolved_node_id AS node_id,
    n.canonical_name,
    n.node_kind,
    n.visibility_class,
    o.surface,
    o.work_context_id,
    o.occurred_at,
    m.order_index,
    o.start_offset
FROM overlay.mention_observations AS o
JOIN overlay.mention_resolutions AS r USING (mention_id)
JOIN overlay.nodes AS n ON n.node_id = r.resolved_node_id
JOIN kg.messages AS m ON m.message_id = o.observation_id
WHERE
    starts_with(o.source_node_id, 'thread:') AND m.role = 'user' AND r.state <> 'suppressed' AND NOT o.is_nested
    AND n.source_kind IN ('entity', 'name') AND n.canonical_name <> 'SELF'
ORDER BY m.conversation_id, m.order_index, o.start_offset, r.resolved_node_id
