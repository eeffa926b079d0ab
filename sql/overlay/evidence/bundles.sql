-- `overlay.evidence_bundles` (§42A.2.3, §42A.2.4): one row per relation between two nodes, with the mentions for and against
-- it and the evidence score that they add up to. A relation without a mention for it is left out. So is a
-- `semantically_related` relation that was found in only one message. Reads the rows of shared/context_edges.sql and
-- support.sql. The caller gives `reviews` (the person's verdicts on relations).
WITH degrees AS (SELECT one AS node_id, count(DISTINCT (other, predicate)) AS degree FROM context_edges GROUP BY one),

grouped AS (
    SELECT
        source_node_id,
        target_node_id,
        relation_type,
        list(mention_id ORDER BY occurred_at, mention_id) FILTER (NOT is_contradiction) AS support_mention_ids,
        list(mention_id ORDER BY occurred_at, mention_id) FILTER (is_contradiction) AS contradiction_mention_ids,
        count(DISTINCT (observation_id, mention_group)) FILTER (NOT is_contradiction) AS support_count,
        count(DISTINCT (observation_id, mention_group)) FILTER (is_contradiction) AS mentions_against,
        count(DISTINCT observation_id) FILTER (NOT is_contradiction) AS distinct_observation_count,
        count(DISTINCT surface) FILTER (NOT is_contradiction) AS distinct_surface_count,
        count(DISTINCT work_context_id) FILTER (NOT is_contradiction) AS distinct_work_context_count,
        -- The strictest visibility of its mentions.
        max(
            CASE visibility_class WHEN 'blocked' THEN 3 WHEN 'local_only' THEN 2 WHEN 'cloud_warn' THEN 1 ELSE 0 END
        ) AS strictness,
        min(occurred_at) FILTER (NOT is_contradiction) AS first_supported_at,
        max(occurred_at) FILTER (NOT is_contradiction) AS last_supported_at,
        max(occurred_at) FILTER (is_contradiction) AS last_contradicted_at,
        min_by(
            {'method': resolution_method, 'graph': graph_context_score, 'surface': surface}, {'at': occurred_at, 'id': mention_id}
        ) FILTER (NOT is_contradiction) AS first_mention
    FROM support
    GROUP BY ALL
),

judged AS (
    SELECT
        g.*,
        coalesce(r.verdict, 'none') AS user_verdict,
        -- The person's rejection of a relation counts as one more mention against it (X-17).
        g.mentions_against + CASE WHEN r.verdict = 'rejected' THEN 1 ELSE 0 END AS contradiction_count,
        coalesce(d.degree, 0) AS hub_degree
    FROM grouped AS g
    LEFT JOIN reviews AS r USING (source_node_id, target_node_id, relation_type)
    LEFT JOIN degrees AS d ON d.node_id = g.target_node_id
    WHERE g.support_count > 0 AND (g.relation_type <> 'semantically_related' OR g.distinct_observation_count >= 2)
)

SELECT
    *,
    sha256(concat_ws('|', source_node_id, target_node_id, relation_type)) AS evidence_bundle_id,
    ['cloud_allowed', 'cloud_warn', 'local_only', 'blocked'][strictness + 1] AS visibility_class,
    CASE
        WHEN hub_degree <= $hub_penalty_threshold THEN 0.0
        ELSE round(least(
            $hub_penalty_most, (hub_degree - $hub_penalty_threshold) / ($hub_penalty_reach * $hub_penalty_threshold)
        ), 12)
    END AS hub_penalty,
    round(least(
        1.0,
        $salience_from
        + CASE WHEN distinct_surface_count >= 2 THEN $salience_of_sources ELSE 0.0 END
        + CASE WHEN distinct_work_context_count >= 2 THEN $salience_of_projects ELSE 0.0 END
        + CASE WHEN relation_type <> 'semantically_related' THEN $salience_of_relation ELSE 0.0 END
        + CASE WHEN contradiction_count = 0 THEN $salience_undisputed ELSE 0.0 END
    ), 12)::DOUBLE AS salience_score,
    round(greatest(0.0, least(
        1.0,
        $evidence_of_mentions * least(1.0, support_count * $evidence_per_mention)
        + $evidence_of_messages * least(1.0, distinct_observation_count * $evidence_per_message)
        + $evidence_of_sources * least(1.0, distinct_surface_count * $evidence_per_source)
        + $evidence_of_salience * salience_score
        - $evidence_against * least(1.0, contradiction_count * $evidence_per_contradiction)
        - $evidence_against_hubs * hub_penalty
    )), 12) AS evidence_score
FROM judged
