-- One row per edge of the temporal profiles (§6.6.6). An edge leads
-- - from a focal entity to one of its profiles,
-- - from a profile to one of its windows,
-- - from a window to one of its clusters (a cluster has the members of one category in one window),
-- - or from a cluster to one of its members; only members that began to hold in the window count.
-- If the settings ask for them, there are also edges from a cluster to its category, from a cluster to the cluster of the same
-- category in the next kept window, and from a window to the next kept window.
WITH valid_members AS (
    SELECT m.*, c.cluster_id
    FROM kg.profile_members AS m
    JOIN kg.profile_clusters AS c USING (window_id, category_key)
    WHERE m.valid_rank IS NOT NULL
),
sequence AS (
    SELECT
        window_id,
        granularity,
        lead(window_id) OVER (PARTITION BY profile_id ORDER BY window_index) AS next_window_id
    FROM kg.profile_windows
),
-- Clusters of one category in windows that follow each other among those that were kept (design §9).
evolving AS (
    SELECT a.cluster_id, b.cluster_id AS next_cluster_id, a.member_count, b.member_count AS next_member_count
    FROM sequence AS s
    JOIN kg.profile_clusters AS a ON a.window_id = s.window_id
    JOIN kg.profile_clusters AS b ON b.window_id = s.next_window_id AND b.category_key = a.category_key
),
shared AS (
    SELECT e.cluster_id, e.next_cluster_id, count(*) AS shared_members
    FROM evolving AS e
    JOIN valid_members AS a ON a.cluster_id = e.cluster_id
    JOIN valid_members AS b
        ON b.cluster_id = e.next_cluster_id
        AND (b.member_node_type, b.member_source_id) = (a.member_node_type, a.member_source_id)
    GROUP BY e.cluster_id, e.next_cluster_id
)
SELECT
    'HAS_PROFILE' AS edge_type,
    'Entity' AS src_type,
    entity_id AS src_source_id,
    'TemporalProfile' AS dst_type,
    profile_id AS dst_source_id,
    to_json({'granularity': granularity, 'resolution_mode': resolution_mode})::VARCHAR AS metadata_json
FROM kg.profiles
UNION ALL
SELECT
    'HAS_WINDOW', 'TemporalProfile', profile_id, 'TemporalWindow', window_id,
    to_json({'window_index': window_index})::VARCHAR
FROM kg.profile_windows
UNION ALL
SELECT 'HAS_CLUSTER', 'TemporalWindow', window_id, 'SemanticCluster', cluster_id, NULL FROM kg.profile_clusters
UNION ALL
SELECT
    'CLUSTER_CONTAINS', 'SemanticCluster', cluster_id, member_node_type, member_source_id,
    to_json({
        'classification_confidence': regexp_replace(to_json(classification_confidence)::VARCHAR, '[.]0$', '')::JSON,
        'rank': cluster_rank,
        'salience': regexp_replace(to_json(window_salience)::VARCHAR, '[.]0$', '')::JSON,
        'tier': classification_tier
    })::VARCHAR
FROM valid_members
UNION ALL
SELECT
    'EVOLVES_TO', 'SemanticCluster', e.cluster_id, 'SemanticCluster', e.next_cluster_id,
    to_json({
        -- The members that both clusters have, as a share of all that at least one of them has.
        'overlap': regexp_replace(
            to_json(
                round(
                    coalesce(s.shared_members, 0)
                    / (e.member_count + e.next_member_count - coalesce(s.shared_members, 0)),
                    12
                )
            )::VARCHAR, '[.]0$', ''
        )::JSON,
        'shared_members': coalesce(s.shared_members, 0)
    })::VARCHAR
FROM evolving AS e
LEFT JOIN shared AS s USING (cluster_id, next_cluster_id)
WHERE $include_cluster_evolution_edges
UNION ALL
SELECT
    'CLUSTER_OF_CATEGORY', 'SemanticCluster', cluster_id, 'SemanticCategory', category_key, NULL
FROM kg.profile_clusters
WHERE $include_category_nodes
UNION ALL
SELECT
    'WINDOW_PRECEDES', 'TemporalWindow', window_id, 'TemporalWindow', next_window_id,
    to_json({'granularity': granularity})::VARCHAR
FROM sequence
WHERE $include_window_sequence_edges AND next_window_id IS NOT NULL
