-- `overlay.work_products` (§4.4): one row per document (node kind work_product), with its version (1 if unknown) and whether
-- this is the latest version. `addressed_concepts` lists the concepts to which its current addresses_concept edges lead.
WITH spoken_of AS (
    SELECT source_id AS node_id, list(DISTINCT target_id ORDER BY target_id) AS concepts
    FROM overlay.edges
    WHERE relation_type = 'addresses_concept' AND end_date IS NULL AND lifecycle_state IN ('active', 'observed')
    GROUP BY source_id
),

later AS (SELECT DISTINCT payload ->> '$.prior_version_id' AS node_id FROM overlay.nodes WHERE node_kind = 'work_product')

SELECT
    n.node_id,
    n.canonical_name,
    coalesce((n.payload ->> '$.version')::BIGINT, 1) AS version,
    n.payload ->> '$.prior_version_id' AS prior_version_id,
    l.node_id IS NULL AS is_latest,
    coalesce(s.concepts, []) AS addressed_concepts,
    n.visibility_class
FROM overlay.nodes AS n
LEFT JOIN spoken_of AS s USING (node_id)
LEFT JOIN later AS l USING (node_id)
WHERE n.node_kind = 'work_product'
