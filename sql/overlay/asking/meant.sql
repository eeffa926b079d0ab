-- `overlay.mention_resolutions`: as names, words and the graph say, and of what these leave open as a model does.
-- `heard` is given.
SELECT
    r.* REPLACE (
        coalesce(h.node_id, r.resolved_node_id) AS resolved_node_id,
        CASE WHEN h.node_id IS NULL THEN r.resolution_method ELSE 'llm_closed_set' END AS resolution_method,
        CASE WHEN h.node_id IS NULL THEN r.resolution_confidence ELSE h.confidence END AS resolution_confidence
    )
FROM overlay.mention_resolutions__found AS r
LEFT JOIN heard AS h USING (mention_id)
