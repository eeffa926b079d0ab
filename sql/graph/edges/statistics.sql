-- One row per number of the statistics of stage 6 (§6.8), with its `key`, such as "nodes_by_type:Entity", and its `value`.
-- Reads the rows of edges.sql. The caller gives `nodes` (the rows of `kg.graph_nodes`).
SELECT 'nodes_by_type:' || node_type AS key, count(*)::DOUBLE AS value FROM nodes GROUP BY node_type
UNION ALL
SELECT 'edges_by_type:' || edge_type, count(*) FROM edges GROUP BY edge_type
UNION ALL
SELECT 'entities_with_salience', count(*) FROM kg.entities WHERE status = 'active' AND salience_score > 0
UNION ALL
SELECT 'assertions_by_status:' || status, count(*) FROM kg.assertion_temporalized GROUP BY status
UNION ALL
SELECT 'assertions_by_detection_tier:subject_' || coalesce(subject_detection_tier::VARCHAR, 'none'), count(*)
FROM kg.assertions
GROUP BY subject_detection_tier
UNION ALL
SELECT 'assertions_by_detection_tier:object_' || coalesce(object_detection_tier::VARCHAR, 'none'), count(*)
FROM kg.assertions
GROUP BY object_detection_tier
UNION ALL
SELECT 'conflict_groups_by_type:' || conflict_type, count(*) FROM kg.conflict_groups GROUP BY conflict_type
UNION ALL
SELECT 'lexicon_terms_linked', count(DISTINCT dst_node_id) FROM edges WHERE edge_type = 'DERIVED_FROM_LEXICON'
UNION ALL
SELECT 'time_mentions_linked', count(DISTINCT dst_node_id) FROM edges WHERE edge_type = 'QUALIFIED_BY_TIME'
UNION ALL
SELECT 'temporal_profiles_generated', count(*) FROM kg.profiles
UNION ALL
SELECT 'temporal_windows_generated:' || granularity, count(*) FROM kg.profile_windows GROUP BY granularity
UNION ALL
SELECT 'semantic_clusters_by_category:' || category_key, count(*) FROM kg.profile_clusters GROUP BY category_key
UNION ALL
SELECT 'classifications_by_tier:' || classification_tier, count(*)
FROM kg.profile_members
WHERE valid_rank IS NOT NULL
GROUP BY classification_tier
UNION ALL
SELECT 'window_top_edges_emitted', count(*) FROM edges WHERE starts_with(edge_type, 'WINDOW_TOP_')
UNION ALL
SELECT 'member_evidence_edges_emitted', count(*) FROM edges WHERE edge_type = 'MEMBER_EVIDENCED_BY'
ORDER BY key
