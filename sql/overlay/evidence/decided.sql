-- `overlay.promotion_decisions` (§42A.2.4): one row per bundle, with whether it becomes an edge (`is_promoted`), and why or
-- why not (`told_reason`). A source node can have only a limited number of edges, and fewer still of generic ones
-- (`semantically_related` or learned). The bundles with the best evidence become edges first. Bundles in circles.sql become no
-- edge. told_decisions.sql picks the columns of the table. Reads the rows of judged.sql and circles.sql.
WITH earning AS (
    SELECT
        *,
        row_number() OVER (
            PARTITION BY source_node_id, is_generic
            ORDER BY evidence_score DESC, distinct_observation_count DESC, evidence_bundle_id
        ) AS place_of_generic
    FROM judged
    ANTI JOIN circles USING (evidence_bundle_id)
    WHERE reason IN ('approved', 'single_mention', 'evidence')
),

placed AS (
    SELECT
        *,
        row_number() OVER (
            PARTITION BY source_node_id ORDER BY evidence_score DESC, distinct_observation_count DESC, evidence_bundle_id
        ) AS place_of_source
    FROM earning
    WHERE NOT is_generic
        OR place_of_generic <= least($max_generic_relations_per_source_node, $max_promoted_generic_relations_per_source)
)

SELECT
    j.*,
    p.place_of_source,
    coalesce(p.place_of_source <= $max_promoted_edges_per_source_node, FALSE) AS is_promoted,
    CASE
        WHEN j.reason IN ('approved', 'single_mention', 'evidence') AND c.evidence_bundle_id IS NOT NULL THEN 'closes_a_circle'
        WHEN j.reason IN ('approved', 'single_mention', 'evidence') AND NOT is_promoted THEN 'over_budget'
        ELSE j.reason
    END AS told_reason,
    CASE
        WHEN j.user_verdict = 'rejected' THEN 'suppressed'
        WHEN j.user_verdict = 'approved' AND is_promoted THEN 'user_verified'
        WHEN is_promoted THEN 'reinforced_relation'
        ELSE 'candidate_relation'
    END AS promotion_state
FROM judged AS j
LEFT JOIN placed AS p USING (evidence_bundle_id)
LEFT JOIN circles AS c USING (evidence_bundle_id)
