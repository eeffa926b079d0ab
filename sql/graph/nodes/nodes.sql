-- `kg.graph_nodes`: one row per node, with its id, label and payload (`metadata_json`). Reads the rows of core.sql,
-- provenance.sql and profile_nodes.sql.
WITH found AS (
    FROM core
    UNION ALL
    FROM provenance
    UNION ALL
    FROM profile_nodes
),
-- RFC 8785 writes control characters in lower case (\u001f), DuckDB's JSON in capitals (\u001F). Each escaped backslash is set
-- aside as chr(1), which no JSON text holds raw, so that every `\u00` that is left is an escape.
written AS (
    SELECT
        node_type,
        source_id,
        trim(regexp_replace(label, '\s+', ' ', 'g')) AS label,
        list_transform(
            [json_array('node', node_type, coalesce(nullif(source_id, ''), '__EMPTY__'))::VARCHAR, metadata_json],
            lambda text: CASE
                WHEN contains(text, '\u00') THEN replace(
                    regexp_replace(
                        regexp_replace(
                            regexp_replace(
                                regexp_replace(
                                    regexp_replace(
                                        regexp_replace(
                                            replace(text, '\\', chr(1)), '(\\u00[01])A', '\1a', 'g'
                                        ), '(\\u00[01])B', '\1b', 'g'
                                    ), '(\\u00[01])C', '\1c', 'g'
                                ), '(\\u00[01])D', '\1d', 'g'
                            ), '(\\u00[01])E', '\1e', 'g'
                        ), '(\\u00[01])F', '\1f', 'g'
                    ), chr(1), '\\'
                )
                ELSE text
            END
        ) AS texts
    FROM found
),
hashed AS (
    -- §6.2: uuid5(KG_NS_UUID, JCS(["node", node_type, source_id]))
    SELECT *, sha1(from_hex($namespace) || encode(texts[1])) AS digest FROM written
)
SELECT
    digest[1:8] || '-' || digest[9:12] || '-5' || digest[14:16] || '-'
    || '89ab'[(strpos('0123456789abcdef', digest[17]) - 1) % 4 + 1] || digest[18:20] || '-' || digest[21:32] AS node_id,
    node_type,
    source_id,
    CASE WHEN length(label) > $label_max_chars THEN label[:$label_max_chars - 1] || '…' ELSE label END AS label,
    texts[2] AS metadata_json
FROM hashed
