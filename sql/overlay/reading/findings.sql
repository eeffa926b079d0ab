-- `overlay.cleanup_findings` (§42.2): one row per nightly job (there are eight) and node that the job found. Chats and notes
-- are left out. Nothing is erased: a finding only proposes an `action` ('archive', 'merge_queue'), or says in what state the
-- node is. Reads the rows of edges.sql and alike.sql.
WITH aged AS (
    SELECT
        *,
        greatest(0, epoch_ms($as_of::TIMESTAMP) - epoch_ms(created_at::TIMESTAMP)) / 86400000.0 AS age_days,
        greatest(0, epoch_ms($as_of::TIMESTAMP) - epoch_ms(last_verified_at::TIMESTAMP)) / 86400000.0 AS idle_days
    FROM overlay.nodes
    WHERE is_active AND subtype NOT IN ('chat_thread', 'note')
),

tied AS (
    SELECT source_id AS node_id FROM edges WHERE lifecycle_state IN ('active', 'observed')
    UNION
    SELECT target_id FROM edges WHERE lifecycle_state IN ('active', 'observed')
)

SELECT 'observed_never_suggested' AS job, node_id, 'archive' AS action, NULL AS other_node_id, age_days AS measure
FROM aged
WHERE lifecycle_state = 'observed' AND age_days > $archive_observed_days
UNION ALL
SELECT 'suggested_never_confirmed', node_id, 'archive', NULL, age_days
FROM aged
WHERE lifecycle_state = 'suggested' AND age_days > $archive_suggested_days AND idle_days > $archive_suggested_days
UNION ALL
SELECT 'near_duplicate', node_id, 'merge_queue', min_by(other_node_id, {'unlike': -likeness, 'id': other_node_id}), max(likeness)
FROM alike
WHERE source_kind <> 'claim'
GROUP BY node_id
UNION ALL
SELECT 'conflicting_evidence', node_id, 'contradiction_queue', NULL, conflict_score
FROM aged
WHERE conflict_score > $disputed_above
UNION ALL
SELECT 'orphan', a.node_id, 'flag', NULL, a.age_days
FROM aged AS a
ANTI JOIN tied AS t USING (node_id)
WHERE a.source_kind IN ('entity', 'name')
UNION ALL
SELECT 'old_trace', node_id, 'summarize', NULL, age_days
FROM aged
WHERE node_kind = 'execution_trace' AND age_days > $old_trace_days
UNION ALL
-- `overlay.experience_records` has each tool's newest uses in full and counts of those before.
SELECT 'old_usage', a.node_id, 'count', NULL, count(*)
FROM overlay.usage_events AS u
JOIN aged AS a USING (node_id)
WHERE
    a.tier <> 'A'
    AND epoch_ms($as_of::TIMESTAMP) - epoch_ms(u.used_at::TIMESTAMP) > $old_usage_days * 86400000.0
GROUP BY a.node_id
UNION ALL
SELECT 'stale_procedure', node_id, 'mark_stale', NULL, idle_days
FROM aged
WHERE node_kind IN ('procedure', 'standing_procedure') AND staleness_state IN ('stale', 'expired')
