-- `overlay.verification_queue` (§16.4): what a change makes worth another look. One edge away it is to be verified, two
-- edges away it is warned of, further nothing. What was borne out since the change needs no look.
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

-- What depends on a thing is told by it, so these are walked the other way.
steps AS (
    SELECT
        CASE WHEN leans THEN target_id ELSE source_id END AS changed_id,
        CASE WHEN leans THEN source_id ELSE target_id END AS told_id
    FROM (
        SELECT e.*, e.relation_type IN ('depends_on', 'depends_on_procedure', 'uses_procedure', 'informed_by_decision') AS leans
        FROM overlay.edges AS e
        -- Everything is tied to the person: what changes elsewhere says nothing of them, and through them nothing of the rest.
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
