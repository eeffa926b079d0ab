-- One row per mention and relation. The relation joins two nodes, and the mention is evidence for it or against it (§42A.2.3).
-- The mention must be resolved (a node was accepted for it). Suppressed mentions are left out, and so are mentions without a
-- relation and mentions that mean their own source node.
--
-- If the person renamed a relation, the row has the new name. If a relation has no direction, its ends are in sorted order.
-- `linked_to_context` leads from the named node to the project. Each message counts for a limited number of target nodes and
-- of relations, the first by id. The caller gives `relation_updates` (relations that the person renamed).
WITH ended AS (
    -- `linked_to_context` runs from the named node to the project, so its ends change places.
    SELECT
        o.* EXCLUDE (source_node_id),
        r.resolution_method, r.graph_context_score, r.state,
        CASE o.relation_hypothesis WHEN 'linked_to_context' THEN r.resolved_node_id ELSE o.source_node_id END AS source_node_id,
        CASE o.relation_hypothesis WHEN 'linked_to_context' THEN o.source_node_id ELSE r.resolved_node_id END AS resolved_node_id
    FROM overlay.mention_observations AS o
    JOIN overlay.mention_resolutions AS r USING (mention_id)
    WHERE r.resolved_node_id IS NOT NULL
),

resolved AS (
    SELECT
        o.*,
        coalesce(u.new_relation, o.relation_hypothesis) AS relation_type
    FROM ended AS o
    LEFT JOIN overlay.relation_types AS h ON h.relation_type = o.relation_hypothesis
    -- The person's decision on an undirected relation has its ends in sorted order.
    LEFT JOIN relation_updates AS u
        ON u.relation_type = o.relation_hypothesis
        AND u.source_node_id = CASE
            WHEN h.directionality = 'undirected' THEN least(o.source_node_id, o.resolved_node_id) ELSE o.source_node_id
        END
        AND u.target_node_id = CASE
            WHEN h.directionality = 'undirected' THEN greatest(o.source_node_id, o.resolved_node_id) ELSE o.resolved_node_id
        END
    WHERE o.state <> 'suppressed' AND o.relation_hypothesis IS NOT NULL AND o.resolved_node_id <> o.source_node_id
),

bounded AS (
    SELECT
        *,
        dense_rank() OVER (PARTITION BY observation_id ORDER BY resolved_node_id) AS target_place,
        dense_rank() OVER (PARTITION BY observation_id ORDER BY source_node_id, resolved_node_id, relation_type) AS bundle_place
    FROM resolved
)

SELECT
    b.mention_id,
    b.observation_id,
    CASE WHEN t.directionality = 'undirected' THEN least(b.source_node_id, b.resolved_node_id) ELSE b.source_node_id END
        AS source_node_id,
    CASE WHEN t.directionality = 'undirected' THEN greatest(b.source_node_id, b.resolved_node_id) ELSE b.resolved_node_id END
        AS target_node_id,
    b.relation_type,
    b.is_contradiction,
    coalesce(b.parent_mention_id, b.mention_id) AS mention_group,
    b.surface,
    b.work_context_id,
    b.visibility_class,
    b.occurred_at,
    b.resolution_method,
    b.graph_context_score
FROM bounded AS b
LEFT JOIN overlay.relation_types AS t USING (relation_type)
WHERE b.target_place <= $max_new_targets_per_observation AND b.bundle_place <= $max_new_evidence_bundles_per_observation
