-- One row per shortcut edge that the settings ask for (§6.5.6). Such an edge leads from a window to one of its top members,
-- its top clusters or its assertions, or from a member to an assertion that supports it. Each window gives at most
-- $member_evidence_edge_cap_per_window edges of the last sort.
WITH evidence AS (
    SELECT
        e.window_id,
        e.assertion_id,
        e.member_node_type,
        e.member_source_id,
        w.entity_id,
        w.granularity,
        w.window_start_utc,
        w.window_end_utc,
        m.assertion_count AS mention_count_in_window,
        row_number() OVER (
            PARTITION BY e.window_id ORDER BY m.valid_rank, a.confidence_final DESC, e.assertion_id
        ) AS place
    FROM kg.profile_evidence AS e
    JOIN kg.profile_windows AS w USING (window_id)
    JOIN kg.profile_members AS m USING (window_id, member_node_type, member_source_id)
    JOIN kg.assertions AS a USING (assertion_id)
    WHERE m.valid_rank IS NOT NULL
),
-- A member and an assertion have one edge, even if the assertion lies in several windows (month, quarter, year) of the member;
-- the edge lists them (design §9).
evidenced AS (
    SELECT
        member_node_type,
        member_source_id,
        assertion_id,
        list(
            {
                'entity_id': entity_id,
                'granularity': granularity,
                'mention_count_in_window': mention_count_in_window,
                'window_end_utc': window_end_utc,
                'window_start_utc': window_start_utc
            }
            ORDER BY entity_id, granularity, window_start_utc
        ) AS windows
    FROM evidence
    WHERE place <= $member_evidence_edge_cap_per_window
    GROUP BY member_node_type, member_source_id, assertion_id
)
SELECT
    'WINDOW_TOP_MEMBER' AS edge_type,
    'TemporalWindow' AS src_type,
    window_id AS src_source_id,
    member_node_type AS dst_type,
    member_source_id AS dst_source_id,
    to_json({
        'category_key': category_key,
        'member_node_type': member_node_type,
        'rank': valid_rank,
        'salience': regexp_replace(to_json(window_salience)::VARCHAR, '[.]0$', '')::JSON
    })::VARCHAR AS metadata_json
FROM kg.profile_members
WHERE $include_window_top_edges AND valid_rank <= $window_top_n_members
UNION ALL
SELECT
    'WINDOW_TOP_CLUSTER', 'TemporalWindow', window_id, 'SemanticCluster', cluster_id,
    to_json({
        'category_key': category_key,
        'rank': cluster_rank,
        'score': regexp_replace(to_json(score)::VARCHAR, '[.]0$', '')::JSON
    })::VARCHAR
FROM kg.profile_clusters
WHERE $include_window_top_edges AND cluster_rank <= $window_top_n_clusters
UNION ALL
SELECT
    'MEMBER_EVIDENCED_BY', member_node_type, member_source_id, 'Assertion', assertion_id,
    to_json({'windows': windows})::VARCHAR
FROM evidenced
WHERE $include_member_evidence_edges
UNION ALL
SELECT 'WINDOW_INCLUDES', 'TemporalWindow', window_id, 'Assertion', assertion_id, NULL
FROM kg.profile_evidence
WHERE $include_window_assertion_edges
