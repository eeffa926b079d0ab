-- `overlay.constellations` (§42A.4.5): one row per active project, matter or work context, with its "scene": what belongs to
-- it. A scene has three parts:
-- - the nodes that mentions link to it most often (at most `scene_entities`);
-- - the newest changes of these nodes in the last `scene_days` days (at most `scene_changes`);
-- - the confirmed goals and obligations that were said in its conversations.
-- Reads the rows of threads.sql.
WITH contexts AS (
    SELECT node_id, canonical_name, visibility_class
    FROM overlay.nodes
    WHERE subtype IN ('project', 'matter', 'work_context') AND is_active
),

named AS (
    SELECT b.target_node_id AS context_id, b.source_node_id AS node_id, b.support_count
    FROM overlay.evidence_bundles AS b
    WHERE b.relation_type = 'linked_to_context' AND b.user_verdict <> 'rejected'
    QUALIFY row_number() OVER (PARTITION BY b.target_node_id ORDER BY b.support_count DESC, b.source_node_id) <= $scene_entities
),

primaries AS (SELECT context_id, list(node_id ORDER BY support_count DESC, node_id) AS node_ids FROM named GROUP BY context_id),

said AS (
    SELECT DISTINCT t.work_context_id AS context_id, n.node_id, n.node_kind
    FROM overlay.confidence_events AS e
    JOIN kg.messages AS m USING (message_id)
    JOIN threads AS t ON t.thread_id = m.conversation_id
    JOIN overlay.nodes AS n ON n.node_id = e.node_id
    WHERE t.work_context_id IS NOT NULL AND n.node_kind IN ('goal', 'obligation') AND n.lifecycle_state = 'confirmed'
),

meant AS (
    SELECT
        context_id,
        list(node_id ORDER BY node_id) FILTER (node_kind = 'goal') AS goals,
        list(node_id ORDER BY node_id) FILTER (node_kind = 'obligation') AS obligations
    FROM said
    GROUP BY context_id
),

changed AS (
    SELECT n.context_id, c.change_id, c.changed_at
    FROM named AS n
    JOIN overlay.change_records AS c USING (node_id)
    WHERE c.changed_at >= strftime($as_of::TIMESTAMP - to_days($scene_days), '%Y-%m-%dT%H:%M:%S.%gZ')
    QUALIFY row_number() OVER (PARTITION BY n.context_id ORDER BY c.changed_at DESC, c.change_id) <= $scene_changes
),

changes AS (
    SELECT context_id, list(change_id ORDER BY changed_at DESC, change_id) AS change_ids
    FROM changed
    GROUP BY context_id
),

latest AS (SELECT work_context_id AS context_id, max(occurred_at) AS at FROM threads GROUP BY ALL)

SELECT
    x.node_id AS work_context_id,
    x.canonical_name AS name,
    coalesce(p.node_ids, []) AS primary_entities,
    coalesce(m.goals, []) AS active_goals,
    coalesce(m.obligations, []) AS active_obligations,
    coalesce(c.change_ids, []) AS recent_changes,
    -- Both lists are always empty: they need procedures that the person confirmed, and there are none yet.
    []::VARCHAR[] AS likely_next_procedures,
    []::VARCHAR[] AS expected_but_missing_concepts,
    round(
        $scene_of_entities * least(1.0, length(primary_entities) / $scene_entities)
        + CASE WHEN length(active_goals) > 0 THEN $scene_of_goals ELSE 0.0 END
        + CASE WHEN length(active_obligations) > 0 THEN $scene_of_obligations ELSE 0.0 END
        + CASE WHEN length(recent_changes) > 0 THEN $scene_of_changes ELSE 0.0 END
        + CASE WHEN length(likely_next_procedures) > 0 THEN $scene_of_procedures ELSE 0.0 END,
        12
    ) AS scene_confidence,
    x.visibility_class,
    coalesce(l.at, $as_of) AS updated_at
FROM contexts AS x
LEFT JOIN primaries AS p ON p.context_id = x.node_id
LEFT JOIN meant AS m ON m.context_id = x.node_id
LEFT JOIN changes AS c ON c.context_id = x.node_id
LEFT JOIN latest AS l ON l.context_id = x.node_id
