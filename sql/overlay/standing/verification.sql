-- `overlay.verification_queue` (§16.4): one row per node that a change of another node may have made wrong. If one current
-- edge joins the two nodes, `state` is 'verification_required'. If two edges lie between them, it is 'warning'. Nodes further
-- away have no row.
--
-- A change spreads from the source of an edge to its target. Along a dependency it spreads the other way: if A depends on B, a
-- change of B concerns A. Edges of SELF are left out, because everything is tied to the person. So are nodes that were
-- verified at the change or later (`last_verified_at`). If several changes reach a node, the nearest counts, then the newest.
WITH changed AS (
    SELECT
        node_id,
        max_by(change_id, {'at': changed_at, 'id': change_id}) AS change_id,
        max_by(change_type, {'at': changed_at, 'id': change_id}) AS change_type,
        max(changed_at) AS changed_at
    FROM overlay.change_records
    WHERE change_type IN ('updated', 'moved', 'renamed', 'corrected', 'invalidated', 'environment_changed', 'policy_drift')
    GROUP BY node_id
),

selves AS (SELECT node_id FROM overlay.nodes WHERE canonical_name = 'SELF'),

-- A change goes from the source of an edge to its target; along a dependency (`leans`: A depends on B) from the target to the
-- source.
steps AS (
    SELECT
        CASE WHEN leans THEN target_id ELSE source_id END AS changed_id,
        CASE WHEN leans THEN source_id ELSE target_id END AS told_id
    FROM (
        SELECT e.*, e.relation_type IN ('depends_on', 'depends_on_procedure', 'uses_procedure', 'informed_by_decision') AS leans
        FROM overlay.edges AS e
        -- Everything is tied to the person: by SELF each change would reach every other node.
        ANTI JOIN selves AS a ON a.node_id = e.source_id
        ANTI JOIN selves AS b ON b.node_id = e.target_id
        WHERE e.end_date IS NULL AND e.lifecycle_state IN ('active', 'observed')
    )
),

reached AS (
    SELECT s.told_id AS node_id, 1 AS hop, c.change_id, c.change_type, c.changed_at, c.node_id AS from_id
    FROM changed AS c
    JOIN steps AS s ON s.changed_id = c.node_id
    UNION ALL
    SELECT t.told_id, 2, c.change_id, c.change_type, c.changed_at, c.node_id
    FROM changed AS c
    JOIN steps AS s ON s.changed_id = c.node_id
    JOIN steps AS t ON t.changed_id = s.told_id
)

SELECT
    r.node_id,
    r.hop,
    CASE r.hop WHEN 1 THEN 'verification_required' ELSE 'warning' END AS state,
    r.change_id AS caused_by_change_id,
    r.change_type AS reason,
    r.from_id AS changed_node_id
FROM reached AS r
JOIN overlay.nodes AS n USING (node_id)
WHERE r.node_id <> r.from_id AND n.last_verified_at < r.changed_at
QUALIFY row_number() OVER (PARTITION BY r.node_id ORDER BY r.hop, r.changed_at DESC, r.change_id, r.from_id) = 1
