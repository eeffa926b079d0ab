-- `overlay.tier4_queue__open` (§42A.2.10, §42A.2.11): one row per open mention that a model could decide, with at most
-- `tier4_most_candidates` nodes to choose from. These mentions are of two kinds. The first kind has nodes that it may mean,
-- but none was accepted. The second kind is a description ("the client") for which no node was found; it may mean any node
-- that the conversation named before. The second kind is here only if `ask_model` is set. Suppressed mentions are left out.
-- Reads the rows of observations.sql, resolutions.sql and ranked.sql.
WITH named AS (
    SELECT
        o.source_node_id,
        d.resolved_node_id AS node_id,
        min(o.occurred_at) AS first_at,
        max(o.occurred_at) AS last_at
    FROM observations AS o
    JOIN resolutions AS d USING (mention_id)
    WHERE $ask_model AND d.resolved_node_id IS NOT NULL AND starts_with(o.source_node_id, 'thread:')
    GROUP BY ALL
),

offered AS (
    SELECT mention_id, node_id, score, place
    FROM ranked
    UNION ALL
    SELECT o.mention_id, n.node_id, 0.0, row_number() OVER (PARTITION BY o.mention_id ORDER BY n.last_at DESC, n.node_id)
    FROM observations AS o
    JOIN resolutions AS d USING (mention_id)
    JOIN named AS n ON n.source_node_id = o.source_node_id AND n.first_at <= o.occurred_at
    WHERE o.span_class = 'definite_description' AND d.candidate_count = 0
)

SELECT
    o.mention_id,
    o.observation_id,
    o.source_node_id,
    list(r.node_id ORDER BY r.place) AS candidate_set,
    to_json(list(r.score ORDER BY r.place))::VARCHAR AS candidate_scores,
    CASE WHEN o.visibility_class = 'local_only' THEN 'same_machine_local_only' ELSE 'cloud_or_local' END AS execution_requirement
FROM observations AS o
JOIN resolutions AS d USING (mention_id)
JOIN offered AS r USING (mention_id)
WHERE d.resolved_node_id IS NULL AND d.state <> 'suppressed' AND r.place <= $tier4_most_candidates
GROUP BY ALL
