-- One row per edge of one of three sorts. Edges of the first sort say which claim or retraction superseded, retracted or
-- negated an assertion (§6.5.3). Edges of the second sort say which assertions conflict (§6.5.4). Edges of the third sort say
-- which entities are lexicon terms (§6.5.5). The edge CONFLICTS_WITH joins two assertions of one conflict; conflicts with more
-- than $conflict_pairwise_max_n members have no such edges, because they would have too many.
WITH states AS (
    SELECT
        assertion_id,
        temporal_superseded_by_assertion_id,
        retracted_by_retraction_id,
        negated_by_assertion_id,
        CASE WHEN rule_id_applied IS NOT NULL THEN to_json({'rule_id': rule_id_applied})::VARCHAR END AS rule_json
    FROM kg.assertion_temporalized
),
small_groups AS (
    SELECT conflict_group_id
    FROM kg.conflict_members
    GROUP BY conflict_group_id
    HAVING count(*) <= $conflict_pairwise_max_n
),
members AS (
    SELECT m.conflict_group_id, m.assertion_id, g.conflict_type
    FROM kg.conflict_members AS m
    JOIN kg.conflict_groups AS g USING (conflict_group_id)
    SEMI JOIN small_groups AS s USING (conflict_group_id)
),
pairs AS (
    -- Two assertions may meet in several groups and have one edge, from the smaller id to the greater.
    SELECT
        a.assertion_id AS first_id,
        b.assertion_id AS second_id,
        list(
            {'conflict_group_id': a.conflict_group_id, 'conflict_type': a.conflict_type} ORDER BY a.conflict_group_id
        ) AS conflicts
    FROM members AS a
    JOIN members AS b ON b.conflict_group_id = a.conflict_group_id AND a.assertion_id < b.assertion_id
    GROUP BY a.assertion_id, b.assertion_id
)
SELECT
    'SUPERSEDES' AS edge_type,
    'Assertion' AS src_type,
    temporal_superseded_by_assertion_id AS src_source_id,
    'Assertion' AS dst_type,
    assertion_id AS dst_source_id,
    rule_json AS metadata_json
FROM states
WHERE temporal_superseded_by_assertion_id IS NOT NULL
UNION ALL
SELECT 'RETRACTED_BY', 'Assertion', assertion_id, 'Retraction', retracted_by_retraction_id, NULL
FROM states
WHERE retracted_by_retraction_id IS NOT NULL
UNION ALL
SELECT 'RETRACTS', 'Retraction', retracted_by_retraction_id, 'Assertion', assertion_id, NULL
FROM states
WHERE $include_inverse_lifecycle_edges AND retracted_by_retraction_id IS NOT NULL
UNION ALL
SELECT 'NEGATED_BY', 'Assertion', assertion_id, 'Assertion', negated_by_assertion_id, NULL
FROM states
WHERE negated_by_assertion_id IS NOT NULL
UNION ALL
SELECT 'NEGATES', 'Assertion', negated_by_assertion_id, 'Assertion', assertion_id, NULL
FROM states
WHERE $include_inverse_lifecycle_edges AND negated_by_assertion_id IS NOT NULL
UNION ALL
SELECT
    'HAS_CONFLICT_MEMBER',
    'ConflictGroup',
    m.conflict_group_id,
    'Assertion',
    m.assertion_id,
    to_json({'conflict_type': g.conflict_type})::VARCHAR
FROM kg.conflict_members AS m
JOIN kg.conflict_groups AS g USING (conflict_group_id)
UNION ALL
SELECT 'CONFLICTS_WITH', 'Assertion', first_id, 'Assertion', second_id, to_json({'conflicts': conflicts})::VARCHAR
FROM pairs
UNION ALL
SELECT
    'DERIVED_FROM_LEXICON',
    'Entity',
    e.entity_id,
    'LexiconTerm',
    l.term_id,
    to_json({'build_id': l.build_id, 'score': regexp_replace(to_json(l.score)::VARCHAR, '[.]0$', '')::JSON})::VARCHAR
FROM kg.entities AS e
JOIN kg.lexicon_terms AS l ON l.term_key = e.entity_key AND l.entity_type_hint = e.entity_type
WHERE $include_lexicon_nodes AND e.status = 'active'
