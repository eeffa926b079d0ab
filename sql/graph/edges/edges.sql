-- `kg.graph_edges`: one row per edge whose two ends are both nodes, with the id of the edge. Reads the rows of ends.sql.
WITH hashed AS (
    SELECT
        *,
        -- §6.3: uuid5(KG_NS_UUID, JCS(["edge", edge_type, src_node_id, dst_node_id]))
        sha1(
            from_hex($namespace)
            || encode('["edge","' || edge_type || '","' || src_node_id || '","' || dst_node_id || '"]')
        ) AS digest
    FROM ends
    WHERE src_node_id IS NOT NULL AND dst_node_id IS NOT NULL
)
SELECT
    digest[1:8] || '-' || digest[9:12] || '-5' || digest[14:16] || '-'
    || '89ab'[(strpos('0123456789abcdef', digest[17]) - 1) % 4 + 1] || digest[18:20] || '-' || digest[21:32] AS edge_id,
    edge_type,
    src_node_id,
    dst_node_id,
    metadata_json
FROM hashed
