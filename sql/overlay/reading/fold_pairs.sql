-- `overlay.fold_pairs` (§42.6): one row per pair of nodes that may be one thing, at most `fold_pairs_a_night` rows. Nodes made
-- from claims are left out. `verdict` is 'proposed' if nothing speaks against it. Otherwise it says what does: 'told_apart'
-- (the person said that they are two), 'other_context' (they belong to different projects) or 'disputed' (the evidence of one
-- of them contradicts itself). `folded_alpha`, `folded_beta` and `folded_share` are the numbers that one node with the
-- evidence of both would have. Nothing is merged here: a person does that (`annals review merge`). Reads the rows of
-- alike.sql. The caller gives `told_apart` (pairs that the person said are two things).
WITH contexts AS (
    SELECT source_node_id AS node_id, list(DISTINCT target_node_id ORDER BY target_node_id) AS contexts
    FROM overlay.evidence_bundles
    WHERE relation_type = 'linked_to_context' AND user_verdict <> 'rejected'
    GROUP BY ALL
),

judged AS (
    SELECT
        p.*,
        k.start_alpha,
        k.start_beta,
        a.alpha + b.alpha - k.start_alpha AS folded_alpha,
        a.beta + b.beta - k.start_beta AS folded_beta,
        CASE
            WHEN EXISTS (
                SELECT 1 FROM told_apart AS t
                WHERE (t.one, t.other) IN ((p.node_id, p.other_node_id), (p.other_node_id, p.node_id))
            ) THEN 'told_apart'
            WHEN NOT list_has_any(c.contexts, d.contexts) THEN 'other_context'
            WHEN a.conflict_score > $disputed_above OR b.conflict_score > $disputed_above THEN 'disputed'
            ELSE 'proposed'
        END AS verdict
    FROM alike AS p
    JOIN overlay.nodes AS a ON a.node_id = p.node_id
    JOIN overlay.nodes AS b ON b.node_id = p.other_node_id
    JOIN overlay.node_kind_tiers AS k ON k.node_kind = p.node_kind AND k.subtype = '*'
    LEFT JOIN contexts AS c ON c.node_id = p.node_id
    LEFT JOIN contexts AS d ON d.node_id = p.other_node_id
    -- Nodes made from claims (goals, duties, preferences) have no names: two that are alike are never proposed.
    WHERE p.source_kind <> 'claim'
)

SELECT
    node_id,
    other_node_id,
    likeness,
    verdict,
    round(folded_alpha, 12) AS folded_alpha,
    round(folded_beta, 12) AS folded_beta,
    round(folded_alpha / (folded_alpha + folded_beta), 12) AS folded_share
FROM judged
QUALIFY row_number() OVER (ORDER BY verdict = 'proposed' DESC, likeness DESC, node_id, other_node_id) <= $fold_pairs_a_night
