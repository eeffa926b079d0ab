-- One row per active node, with the number of its 'active' and 'observed' edges (`degree`). Conversations have no row, but
-- edges to them count. Reads the rows of edges.sql.
WITH ends AS (
    SELECT source_id AS node_id FROM edges WHERE lifecycle_state IN ('active', 'observed')
    UNION ALL
    SELECT target_id FROM edges WHERE lifecycle_state IN ('active', 'observed')
)

SELECT n.node_id, count(e.node_id) AS degree
FROM overlay.nodes AS n
LEFT JOIN ends AS e USING (node_id)
WHERE n.source_kind <> 'thread' AND n.is_active
GROUP BY n.node_id
