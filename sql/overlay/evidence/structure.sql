-- One row per edge that needs no evidence bundle. `version_of` leads from a version of a document to the version before it
-- (§17.6). `contradicts` joins the nodes of two claims that are in one conflict (§7.1).
WITH disputed AS (
    SELECT DISTINCT c.conflict_group_id, n.node_id, n.visibility_class
    FROM kg.conflict_members AS c
    JOIN kg.assertions AS a USING (assertion_id)
    JOIN overlay.nodes AS n ON n.node_id = 'claim:' || sha256(a.fact_key)[:32]
),

pairs AS (
    SELECT
        a.node_id AS source_id,
        b.node_id AS target_id,
        -- The stricter visibility of the two.
        ['cloud_allowed', 'cloud_warn', 'local_only', 'blocked'][greatest(
            list_position(['cloud_allowed', 'cloud_warn', 'local_only', 'blocked'], a.visibility_class),
            list_position(['cloud_allowed', 'cloud_warn', 'local_only', 'blocked'], b.visibility_class)
        )] AS visibility_class,
        min(coalesce(g.detected_at_utc, $horizon)) AS start_date
    FROM disputed AS a
    JOIN disputed AS b ON b.conflict_group_id = a.conflict_group_id AND b.node_id > a.node_id
    JOIN kg.conflict_groups AS g ON g.conflict_group_id = a.conflict_group_id
    GROUP BY ALL
)

SELECT
    v.node_id AS source_id,
    v.payload ->> '$.prior_version_id' AS target_id,
    'version_of' AS relation_type,
    v.created_at AS start_date,
    1.0 AS confidence,
    'active' AS lifecycle_state,
    to_json({'last_supported_at': v.created_at, 'learned_by': 'file_names'})::VARCHAR AS payload,
    v.visibility_class
FROM overlay.nodes AS v
SEMI JOIN overlay.nodes AS o ON o.node_id = v.payload ->> '$.prior_version_id'
WHERE v.node_kind = 'work_product'
UNION ALL
SELECT
    source_id,
    target_id,
    'contradicts',
    start_date,
    $contradiction_confidence,
    'active',
    to_json({
        'detected_by': 'semantic_folding', 'last_supported_at': start_date, 'learned_by': 'conflict_groups',
        'split_type': 'factual_tension'
    })::VARCHAR,
    visibility_class
FROM pairs
