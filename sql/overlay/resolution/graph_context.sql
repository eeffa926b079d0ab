-- One row per node, source node and project (§42A.2.9). The node is one that a mention may mean. The source node is what the
-- mention may be related to, and the project is that of the conversation. `graph_context_score`, from 0 to 1, says how well
-- the node fits these surroundings. Four things raise the score: the node is the project or is tied to it; it is tied to the
-- source node, which counts more if two extraction methods found the tie; it takes part in the conversation; it was updated
-- lately. One thing lowers it: the person rejected a relation between the source node and this node. Reads the rows of
-- candidates.sql, observations.sql, shared/context_edges.sql and participants.sql. The caller gives `rejections` (pairs of
-- nodes whose relation the person rejected).
WITH asked AS (
    SELECT DISTINCT c.node_id, o.source_node_id, o.work_context_id
    FROM candidates AS c
    JOIN observations AS o USING (mention_id)
),

in_context AS (
    SELECT DISTINCT a.node_id, a.work_context_id
    FROM asked AS a
    LEFT JOIN context_edges AS e ON e.one = a.node_id AND e.other = a.work_context_id
    WHERE e.one IS NOT NULL OR a.node_id = a.work_context_id
),

prior AS (
    SELECT
        a.node_id,
        a.source_node_id,
        sum(e.confidence::DECIMAL(38, 12))::DOUBLE AS weight,
        count(DISTINCT e.learned_by) AS readers
    FROM (SELECT DISTINCT node_id, source_node_id FROM asked) AS a
    JOIN context_edges AS e ON e.one = a.node_id AND e.other = a.source_node_id
    WHERE e.confidence > $context_min_tie
    GROUP BY ALL
)

SELECT
    a.node_id,
    a.source_node_id,
    a.work_context_id,
    CASE WHEN i.node_id IS NOT NULL THEN $context_of_conversation ELSE 0.0 END
    + least($context_of_ties, coalesce(p.weight, 0) * $context_per_tie)
    + CASE WHEN p.readers >= 2 THEN $context_of_readers ELSE 0.0 END
    + CASE WHEN t.node_id IS NOT NULL THEN $context_of_participant ELSE 0.0 END
    + greatest(
        0.0,
        $context_of_recency
        * (1 - (epoch_ms($as_of::TIMESTAMP) - epoch_ms(n.updated_at::TIMESTAMP)) / 86400000.0 / $context_recency_days)
    )
    - CASE WHEN r.source_node_id IS NOT NULL THEN $context_against_rejected ELSE 0.0 END AS unbounded,
    round(greatest(0.0, least(1.0, unbounded)), 12) AS graph_context_score
FROM asked AS a
JOIN overlay.nodes AS n ON n.node_id = a.node_id
LEFT JOIN in_context AS i ON i.node_id = a.node_id AND i.work_context_id = a.work_context_id
LEFT JOIN prior AS p ON p.node_id = a.node_id AND p.source_node_id = a.source_node_id
LEFT JOIN participants AS t ON t.node_id = a.node_id AND t.source_node_id = a.source_node_id
LEFT JOIN rejections AS r ON r.source_node_id = a.source_node_id AND r.target_node_id = a.node_id
