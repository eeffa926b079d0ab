-- One row per bundle, with `reason`: the first rule that applies to the bundle (§42A.2.3). With the reason 'approved',
-- 'single_mention' or 'evidence' it may become an edge; with any other reason it may not. Some reasons need an explanation:
--
-- 'requirement_unmet': the bundle lacks what the settings require of its relation (unmet.sql, §6.7).
--
-- 'only_named_there': a relation of `never_of_conversations` has a conversation as one of its ends. It becomes an edge only if
-- the person approves it.
--
-- 'never_named_together': no sentence names both nodes of a relation of `named_in_one_sentence` (together.sql), and its target
-- is no conversation. This, too, needs the person's approval.
--
-- 'too_little_evidence': the evidence score is too low, even with the bonus of the relation type, which may be negative
-- (`policy`, §42A.2.20).
--
-- 'held_for_review': there is enough evidence, but lately the person rejected too many relations from this kind of source: the
-- newest row of gates.sql for it is tripped (§6.5).
--
-- Reads the rows of bundles.sql, together.sql, unmet.sql and gates.sql. The caller gives `policy` (the bonus of each relation
-- type, learned from verdicts).
SELECT
    b.*,
    CASE
        WHEN b.visibility_class = 'blocked' THEN 'blocked'
        WHEN t.relation_type IS NULL AND NOT starts_with(b.relation_type, 'domain_')
            AND NOT starts_with(b.relation_type, 'learned_') THEN 'unknown_relation'
        WHEN list_contains($hard_block_relation_types, b.relation_type) THEN 'hard_blocked_relation'
        WHEN b.user_verdict = 'rejected' THEN 'rejected'
        WHEN u.evidence_bundle_id IS NOT NULL THEN 'requirement_unmet'
        WHEN b.user_verdict = 'approved' THEN 'approved'
        WHEN list_contains($never_of_conversations, b.relation_type)
            AND (starts_with(b.source_node_id, 'thread:') OR starts_with(b.target_node_id, 'thread:'))
            THEN 'only_named_there'
        WHEN list_contains($named_in_one_sentence, b.relation_type) AND NOT starts_with(b.target_node_id, 'thread:')
            AND w.source_node_id IS NULL
            THEN 'never_named_together'
        WHEN b.support_count = 1 AND b.distinct_observation_count = 1 AND $allow_single_observation_promotion THEN
            CASE
                WHEN coalesce(p.bonus, 0.0) < 0
                    OR ($single_observation_requires_alias_exact AND b.first_mention.method <> 'alias_exact')
                    OR b.first_mention.graph < $single_observation_min_graph_context
                    OR list_contains($single_observation_blocked_relation_types, b.relation_type)
                    THEN 'single_mention_too_weak'
                ELSE 'single_mention'
            END
        WHEN b.support_count < $min_support_count_for_promotion THEN 'too_few_mentions'
        WHEN b.distinct_observation_count < $min_distinct_observations_for_promotion THEN 'too_few_messages'
        WHEN b.evidence_score + coalesce(p.bonus, 0.0) < $min_salience_for_promotion THEN 'too_little_evidence'
        WHEN g.is_tripped THEN 'held_for_review'
        ELSE 'evidence'
    END AS reason,
    b.relation_type = 'semantically_related' OR starts_with(b.relation_type, 'learned_') AS is_generic
FROM bundles AS b
LEFT JOIN overlay.relation_types AS t USING (relation_type)
LEFT JOIN together AS w USING (source_node_id, target_node_id)
LEFT JOIN policy AS p USING (relation_type)
LEFT JOIN unmet AS u USING (evidence_bundle_id)
LEFT JOIN gates AS g ON g.candidate_class = 'relationship' AND g.surface = b.first_mention.surface AND g.is_latest
