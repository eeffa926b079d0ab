-- `overlay.review_queue` (§42A.2.17): one row per relation or new name about which the person is asked or has decided.
-- `priority` says what to ask first: impact * uncertainty * recency. Blocked relations are left out. Reads the rows of
-- decided.sql.
WITH asked AS (
    SELECT
        'candidate_relation' AS item_kind,
        d.evidence_bundle_id AS primary_ref,
        -- NULL for a relation: `promote.py (queue)` makes its title from the names of its ends and `relation_type`.
        NULL AS title,
        s.canonical_name AS source_name,
        d.relation_type,
        t.canonical_name AS target_name,
        d.distinct_observation_count || ' messages, score ' || round(d.evidence_score, 3) AS description,
        list_slice(d.support_mention_ids, 1, 5) AS evidence_refs,
        ['approve', 'reject', 'update_relation'] AS available_actions,
        d.visibility_class,
        d.distinct_work_context_count + d.support_count AS impact,
        d.evidence_score AS score,
        d.last_supported_at AS last_at,
        d.first_supported_at AS created_at,
        CASE d.user_verdict WHEN 'none' THEN 'pending' WHEN 'rejected' THEN 'dismissed' ELSE 'resolved' END AS status
    FROM decided AS d
    JOIN overlay.nodes AS s ON s.node_id = d.source_node_id
    JOIN overlay.nodes AS t ON t.node_id = d.target_node_id
    WHERE
        (
            d.told_reason IN (
                'too_little_evidence', 'over_budget', 'held_for_review', 'requirement_unmet', 'rejected', 'approved'
            )
            -- Mentioned often enough, though no sentence names both nodes.
            OR (
                d.told_reason = 'never_named_together' AND d.support_count >= $min_support_count_for_promotion
                AND d.distinct_observation_count >= $min_distinct_observations_for_promotion
            )
        )
        AND d.visibility_class <> 'blocked'
    UNION ALL
    SELECT
        'entity_creation_candidate', candidate_id, suggested_canonical_name, NULL, NULL, NULL,
        observation_count || ' messages in ' || surface_count || ' kinds of sources',
        source_observation_ids, ['create_new', 'link_existing', 'dismiss'], visibility_class, observation_count + surface_count,
        confidence, created_at, created_at,
        CASE status WHEN 'pending_review' THEN 'pending' WHEN 'rejected' THEN 'dismissed' ELSE 'resolved' END
    FROM overlay.entity_creation_candidates
)

SELECT
    sha256(item_kind || '|' || primary_ref) AS queue_item_id,
    item_kind, primary_ref, title, source_name, relation_type, target_name, description, evidence_refs, available_actions,
    visibility_class,
    impact::DOUBLE AS impact,
    round(1 - abs(2 * score - 1), 12) AS uncertainty,
    round(0.5 ** (greatest(0, epoch_ms($as_of::TIMESTAMP) - epoch_ms(last_at::TIMESTAMP)) / 86400000.0
        / $review_queue_recency_days), 12) AS recency,
    round(impact * uncertainty * recency, 12) AS priority,
    status,
    created_at
FROM asked
