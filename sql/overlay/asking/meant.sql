-- `overlay.mention_resolutions`: one row per mention, with the node that it means, if one is known. The rows are those of
-- `overlay.mention_resolutions__found`, which are made from names, words and the graph. If a model chose a node for an open
-- mention, the row has that node and the method `llm_closed_set` instead. Reads the rows of heard.sql.
SELECT
    r.* REPLACE (
        coalesce(h.node_id, r.resolved_node_id) AS resolved_node_id,
        CASE WHEN h.node_id IS NULL THEN r.resolution_method ELSE 'llm_closed_set' END AS resolution_method,
        CASE WHEN h.node_id IS NULL THEN r.resolution_confidence ELSE h.confidence END AS resolution_confidence
    )
FROM overlay.mention_resolutions__found AS r
LEFT JOIN heard AS h USING (mention_id)
