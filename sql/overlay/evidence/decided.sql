-- `overlay.promotion_decisions` (§42A.2.3, §42A.2.4): which bundles become edges, in the order of the policy, and within what one
-- node may earn. `bundles` is given.
WITH judged AS (
    SELECT
        b.*,
        CASE
            WHEN b.visibility_class = 'blocked' THEN 'blocked'
            WHEN t.relation_type IS NULL AND NOT starts_with(b.relation_type, 'domain_')
                AND NOT starts_with(b.relation_type, 'learned_') THEN 'unknown_relation'
            WHEN list_contains($hard_block_relation_types, b.relation_type) THEN 'hard_blocked_relation'
            WHEN b.user_verdict = 'rejected' THEN 'rejected'
            WHEN b.user_verdict = 'approved' THEN 'approved'
            WHEN b.support_count = 1 AND b.distinct_observation_count = 1 AND $allow_single_observation_promotion THEN
                CASE
                    WHEN ($single_observation_requires_alias_exact AND b.first_mention.method <> 'alias_exact')
                        OR b.first_mention.graph < $single_observation_min_graph_context
                        OR list_contains($single_observation_blocked_relation_types, b.relation_type)
                        THEN 'single_mention_too_weak'
                    ELSE 'single_mention'
                END
            WHEN b.support_count < $min_support_count_for_promotion THEN 'too_few_mentions'
            WHEN b.distinct_observation_count < $min_distinct_observations_for_promotion THEN 'too_few_messages'
            WHEN b.evidence_score < $min_salience_for_promotion THEN 'too_little_evidence'
            ELSE 'evidence'
        END AS reason,
        b.relation_type = 'semantically_related' OR starts_with(b.relation_type, 'learned_') AS is_generic
    FROM bundles AS b
    LEFT JOIN overlay.relation_types AS t USING (relation_type)
),

earning AS (
    SELECT
        *,
        row_number() OVER (
            PARTITION BY source_node_id, is_generic
            ORDER BY evidence_score DESC, distinct_observation_count DESC, evidence_bundle_id
        ) AS place_of_generic
    FROM judged
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
