-- `overlay.entity_status_board` (§17.10, §6.6): one row per active node, with its status, its due day and its last change.
-- Conversations have no row. `distinct_source_count` says how many conversations name the node, and `is_routable_by_name`
-- whether its name alone is enough to refer to it. Reads the rows of transitions.sql.
WITH named AS (
    SELECT node_id, count(DISTINCT thread_id) AS conversations, max(last_mentioned_at) AS last_mentioned_at
    FROM overlay.thread_entity_links
    GROUP BY node_id
),

changed AS (
    SELECT
        node_id,
        max_by(change_type, {'at': changed_at, 'id': change_id}) AS change_type,
        max(changed_at) AS changed_at
    FROM overlay.change_records
    WHERE change_type <> 'created'
    GROUP BY node_id
),

gone AS (SELECT DISTINCT node_id FROM transitions WHERE effect = 'archive')

SELECT
    n.node_id,
    n.node_kind,
    n.canonical_name,
    CASE
        WHEN g.node_id IS NOT NULL OR n.lifecycle_state = 'archived' THEN 'archived'
        WHEN n.node_kind = 'obligation' THEN coalesce(n.payload ->> '$.status', 'pending')
        WHEN n.node_kind = 'goal' THEN coalesce(n.payload ->> '$.goal_status', 'active')
        ELSE 'active'
    END AS status,
    (n.payload ->> '$.deadline.date')[:10] AS due,
    coalesce(m.conversations, 0) AS distinct_source_count,
    m.last_mentioned_at,
    c.change_type AS last_change,
    c.changed_at,
    -- A node that nobody confirmed can be referred to by its name if it is sure enough and named in enough conversations.
    n.lifecycle_state IN ('confirmed', 'managed') OR (
        n.lifecycle_state = 'suggested' AND n.confidence >= $routable_min_confidence
        AND coalesce(m.conversations, 0) >= $routable_min_sources
    ) AS is_routable_by_name,
    n.visibility_class
FROM overlay.nodes AS n
LEFT JOIN named AS m USING (node_id)
LEFT JOIN changed AS c USING (node_id)
LEFT JOIN gone AS g USING (node_id)
WHERE n.is_active AND n.source_kind <> 'thread'
