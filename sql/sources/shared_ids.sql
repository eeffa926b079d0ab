-- One row per message id (`node_id`) and conversation that must give this id up, because several conversations have it. Of
-- these conversations, the one with the smallest `conversation_id` keeps the id and has no row.
WITH held AS (
    SELECT DISTINCT v.conversation_id, n.node_id
    FROM kg.source_nodes AS n
    JOIN kg.source_versions AS v USING (raw_sha256)
    WHERE n.has_message
),
compared AS (
    SELECT conversation_id, node_id, min(conversation_id) OVER (PARTITION BY node_id) AS smallest
    FROM held
)
SELECT conversation_id, node_id
FROM compared
WHERE conversation_id <> smallest
ORDER BY conversation_id, node_id
