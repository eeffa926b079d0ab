-- `overlay.citation_weights` (§35.6): one row per node that notes or documents name. A row says how many of them name it, and
-- in how many projects. Suppressed mentions do not count.
SELECT
    r.resolved_node_id AS node_id,
    count(DISTINCT m.conversation_id) AS citation_weight,
    count(DISTINCT o.work_context_id) AS matter_diversity
FROM overlay.mention_observations AS o
JOIN overlay.mention_resolutions AS r USING (mention_id)
JOIN kg.messages AS m ON m.message_id = o.observation_id
WHERE
    o.surface IN ('note', 'document') AND r.resolved_node_id IS NOT NULL AND r.state <> 'suppressed'
    AND starts_with(o.source_node_id, 'thread:') AND r.resolved_node_id <> o.source_node_id
GROUP BY ALL
