-- `overlay.extraction_outcome_events` (§34.8): one row per item and outcome. An item is something that was read: a new name, a
-- relation, an edge or a node. The outcome says what became of the item: confirmed, rejected, corrected, promoted, demoted,
-- contradicted, or proposed for archiving ('stale_unused'). `overlay.nodes` reads nothing of this, so no outcome changes the
-- confidence of a node.
WITH surfaces AS (
    SELECT node_id, split_part(source_ref, ':', 1) AS source_kind
    FROM overlay.provenance_entries
    WHERE place = 1
),

said AS (
    SELECT
        c.candidate_id AS item_id, 'entity' AS kind,
        CASE c.status WHEN 'approved' THEN 'confirmed' WHEN 'linked_existing' THEN 'corrected' ELSE 'rejected' END AS outcome,
        m.source_kind, TRUE AS user_visible, c.created_at AS occurred_at
    FROM overlay.entity_creation_candidates AS c
    LEFT JOIN kg.messages AS m ON m.message_id = c.source_observation_ids[1]
    WHERE c.status <> 'pending_review'
    UNION ALL
    SELECT
        b.evidence_bundle_id, 'relationship',
        CASE
            WHEN b.user_verdict = 'approved' THEN 'confirmed'
            WHEN b.user_verdict = 'rejected' THEN 'rejected'
            WHEN b.user_verdict = 'relation_corrected' THEN 'corrected'
            ELSE 'promoted'
        END,
        o.surface, b.user_verdict <> 'none', b.last_supported_at
    FROM overlay.evidence_bundles AS b
    JOIN overlay.promotion_decisions AS p USING (evidence_bundle_id)
    LEFT JOIN overlay.mention_observations AS o ON o.mention_id = b.support_mention_ids[1]
    WHERE b.user_verdict <> 'none' OR p.is_promoted
    UNION ALL
    SELECT
        sha256(concat_ws('|', e.source_id, e.target_id, e.relation_type)), 'relationship', 'demoted', s.source_kind, FALSE, $as_of
    FROM overlay.edges AS e
    LEFT JOIN surfaces AS s ON s.node_id = e.source_id
    WHERE e.lifecycle_state = 'suppressed'
    UNION ALL
    SELECT
        n.node_id,
        CASE
            WHEN n.node_kind IN ('memory_directive', 'domain_concept', 'standing_procedure', 'obligation', 'procedure', 'goal')
                THEN n.node_kind
            ELSE 'entity'
        END,
        f.outcome, s.source_kind, f.outcome <> 'stale_unused', f.at
    FROM (
        SELECT node_id, 'stale_unused' AS outcome, $as_of AS at
        FROM overlay.cleanup_findings
        WHERE action = 'archive'
        UNION ALL
        SELECT node_id, CASE change_type WHEN 'corrected' THEN 'corrected' ELSE 'contradicted' END, max(changed_at)
        FROM overlay.change_records
        WHERE change_type IN ('corrected', 'invalidated')
        GROUP BY node_id, change_type
    ) AS f
    JOIN overlay.nodes AS n USING (node_id)
    LEFT JOIN surfaces AS s USING (node_id)
)

SELECT
    sha256(concat_ws('|', kind, item_id, outcome)) AS event_id,
    CASE WHEN source_kind IN ('chatgpt', 'claude') THEN 'chat' ELSE coalesce(source_kind, 'chat') END AS source_surface,
    item_id AS extracted_item_id,
    kind,
    outcome,
    CASE WHEN outcome IN ('rejected', 'contradicted') THEN 'high' WHEN outcome = 'corrected' THEN 'medium' ELSE 'low' END
        AS severity,
    user_visible,
    occurred_at
FROM said
