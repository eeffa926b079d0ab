-- `overlay.graph_density_metrics` (§42A.6): one row per number that tells how dense the overlay is, such as
-- `mean_edges_per_node`. The number is 0 if there is nothing to count. Reads the rows of degrees.sql and edges.sql.
WITH counted AS (
    SELECT
        (SELECT count(*) FROM degrees) AS total_nodes,
        (SELECT count(*) FROM edges WHERE lifecycle_state IN ('active', 'observed')) AS total_edges,
        (SELECT count(*) FROM overlay.edges__promoted) AS promoted_edge_count,
        (SELECT count(*) FROM overlay.mention_observations) AS observed_mention_count,
        (SELECT sum(degree) / greatest(count(*), 1)::DOUBLE FROM degrees) AS mean_edges_per_node,
        (SELECT median(degree) FROM degrees) AS median_edges_per_node,
        (SELECT count(*) FROM degrees WHERE degree = 0) AS isolated_node_count,
        (SELECT count(*) FROM degrees WHERE degree > $hub_penalty_threshold) AS hub_node_count,
        (SELECT count(*) FILTER (effective_confidence < $weak_edge_below) / greatest(count(*), 1)::DOUBLE FROM edges)
            AS weak_relation_ratio,
        (SELECT count(*) FILTER (starts_with(relation_type, 'learned_')) / greatest(count(*), 1)::DOUBLE FROM edges)
            AS generic_relation_ratio,
        (SELECT median(support_count) FROM overlay.evidence_bundles SEMI JOIN (
            SELECT evidence_bundle_id FROM overlay.promotion_decisions WHERE is_promoted
        ) AS p USING (evidence_bundle_id)) AS median_support_per_promoted_edge,
        (SELECT count(*) FILTER (state = 'suppressed') / greatest(count(*), 1)::DOUBLE FROM overlay.mention_resolutions)
            AS suppression_rate,
        (SELECT count(*) FILTER (is_promoted) / greatest(count(*), 1)::DOUBLE FROM overlay.promotion_decisions)
            AS promotion_rate,
        (SELECT count(*) FILTER (resolution_method = 'llm_closed_set') / greatest(count(*), 1)::DOUBLE
            FROM overlay.mention_resolutions) AS llm_resolution_rate,
        (SELECT sum(candidate_count) / greatest(count(*), 1)::DOUBLE FROM overlay.mention_resolutions)
            AS mean_candidates_per_observation,
        (SELECT count(*) FROM edges WHERE lifecycle_state = 'suppressed') AS low_utility_edge_count
)

SELECT metric, round(coalesce(value, 0), 12) AS value
FROM (SELECT CAST(COLUMNS(*) AS DOUBLE) FROM counted)
UNPIVOT INCLUDE NULLS (value FOR metric IN (*))
