-- One row per node of the temporal profiles (§6.6.6): a profile, a window, a cluster or a category. The caller gives
-- `categories` (key and label of each category).
WITH told AS (
    SELECT
        window_id,
        list(
            {
                'category_key': category_key,
                'member_node_type': member_node_type,
                'salience': regexp_replace(to_json(window_salience)::VARCHAR, '[.]0$', '')::JSON,
                'source_id': member_source_id
            }
            ORDER BY valid_rank
        ) AS top_members
    FROM kg.profile_members
    WHERE valid_rank <= $window_top_n_members
    GROUP BY window_id
),
clusters AS (
    SELECT window_id, count(*) AS cluster_count FROM kg.profile_clusters GROUP BY window_id
)
SELECT
    'TemporalProfile' AS node_type,
    p.profile_id AS source_id,
    e.canonical_name || ' by ' || p.granularity AS label,
    to_json({
        'date_range': {'first_valid_utc': p.first_valid_utc, 'last_valid_utc': p.last_valid_utc},
        'entity_id': p.entity_id,
        'granularity': p.granularity,
        'profile_version': p.profile_version,
        'resolution_mode': p.resolution_mode,
        'schema_version': $schema_version,
        'total_assertions': p.total_assertions,
        'window_count': p.window_count
    })::VARCHAR AS metadata_json
FROM kg.profiles AS p
JOIN kg.entities AS e USING (entity_id)
UNION ALL
SELECT
    'TemporalWindow',
    w.window_id,
    w.window_label,
    to_json({
        'assertion_count': w.assertion_count,
        'cluster_count': coalesce(c.cluster_count, 0),
        'entity_id': w.entity_id,
        'granularity': w.granularity,
        'schema_version': $schema_version,
        'top_members': coalesce(t.top_members, []),
        'window_end_utc': w.window_end_utc,
        'window_start_utc': w.window_start_utc
    })::VARCHAR
FROM kg.profile_windows AS w
LEFT JOIN clusters AS c USING (window_id)
LEFT JOIN told AS t USING (window_id)
UNION ALL
SELECT
    'SemanticCluster',
    c.cluster_id,
    k.display_label || ' ' || w.window_label,
    to_json({
        'avg_classification_confidence':
            regexp_replace(to_json(c.avg_classification_confidence)::VARCHAR, '[.]0$', '')::JSON,
        'avg_salience': regexp_replace(to_json(c.avg_salience)::VARCHAR, '[.]0$', '')::JSON,
        'category_key': c.category_key,
        'member_count': c.member_count,
        'schema_version': $schema_version,
        'tier_distribution': c.tier_distribution_json::JSON
    })::VARCHAR
FROM kg.profile_clusters AS c
JOIN kg.profile_windows AS w USING (window_id)
JOIN categories AS k USING (category_key)
UNION ALL
SELECT
    'SemanticCategory',
    category_key,
    display_label,
    to_json({'category_key': category_key, 'display_label': display_label, 'schema_version': $schema_version})::VARCHAR
FROM categories
WHERE $include_category_nodes
