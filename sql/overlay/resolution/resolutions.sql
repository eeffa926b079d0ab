-- `overlay.mention_resolutions__found`: one row per mention, with the node that it means if one was accepted
-- (`resolved_node_id`). Only the best node is looked at. It is accepted in three cases: the person chose it; it is the only
-- node with exactly this name; or its score is at least `accept_score` and leads by at least `accept_lead`. Otherwise the
-- mention stays open. For a name of short_names.sql only the first case counts. Reads the rows of ranked.sql, observations.sql
-- and short_names.sql. The caller gives `suppressions` (names that the person silenced).
WITH best AS (
    SELECT
        r.*,
        r.method = 'user_corrected'
        OR (
            h.normalized_alias IS NULL
            AND (
                (r.method = 'alias_exact' AND r.exact_count = 1)
                OR (r.score >= $accept_score AND r.score - r.next_score >= $accept_lead)
            )
        ) AS is_accepted
    FROM ranked AS r
    JOIN observations AS o USING (mention_id)
    LEFT JOIN short_names AS h ON h.normalized_alias = o.normalized_mention
    WHERE r.place = 1
),

silenced AS (
    SELECT o.mention_id, min(s.reason) AS reason
    FROM observations AS o
    JOIN suppressions AS s
        ON s.normalized_mention = o.normalized_mention
        AND (
            s.scope = 'global'
            OR (s.scope = 'work_context' AND s.work_context_id = o.work_context_id)
            OR (s.scope = 'surface_specific' AND s.surface = o.surface)
        )
    GROUP BY o.mention_id
)

SELECT
    o.mention_id,
    CASE WHEN b.is_accepted THEN b.node_id END AS resolved_node_id,
    CASE WHEN b.is_accepted THEN b.method ELSE 'unresolved' END AS resolution_method,
    coalesce(b.score, 0.0) AS resolution_confidence,
    coalesce(b.graph_context_score, 0.0) AS graph_context_score,
    coalesce(b.candidate_count, 0) AS candidate_count,
    CASE
        WHEN s.mention_id IS NOT NULL THEN 'suppressed'
        WHEN b.method = 'user_corrected' THEN 'user_verified'
        ELSE 'observed_mention'
    END AS state,
    s.reason AS suppression_reason
FROM observations AS o
LEFT JOIN best AS b USING (mention_id)
LEFT JOIN silenced AS s USING (mention_id)
