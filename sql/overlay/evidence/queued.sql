-- `overlay.tier4_queue` (§42A.2.11): mentions with candidates and no clear winner. `observations`, `resolutions` and `ranked` are
-- given.
SELECT
    o.mention_id,
    o.observation_id,
    o.source_node_id,
    list(r.node_id ORDER BY r.place) AS candidate_set,
    to_json(list(r.score ORDER BY r.place))::VARCHAR AS candidate_scores,
    CASE WHEN o.visibility_class = 'local_only' THEN 'same_machine_local_only' ELSE 'cloud_or_local' END AS execution_requirement,
    'queued' AS status
FROM observations AS o
JOIN resolutions AS d USING (mention_id)
JOIN ranked AS r USING (mention_id)
WHERE d.resolved_node_id IS NULL AND d.state <> 'suppressed' AND r.place <= 20
GROUP BY ALL
