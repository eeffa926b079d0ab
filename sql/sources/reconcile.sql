-- `kg.source_reconciliation`: one row per source, `kind` (file, element, node, message, part, content_type), `name`, `status`
-- and reason, with the number of items. By these rows anybody can see that everything in the sources was kept or has a reason
-- why not.
--
-- `status` 'read' is the number that the scan counted. The other statuses say what became of these items. A message or part
-- counts as kept only if its row is in `kg.messages` or `kg.message_parts`. If the ingest lost one, the other numbers add up
-- to less than 'read'.
WITH elements AS (
    SELECT
        c.source_sha256, c.raw_sha256, c.conversation_id, c.version, c.node_count,
        CASE
            WHEN q.raw_sha256 IS NOT NULL THEN 'quarantined'
            WHEN c.status = 'current' THEN 'kept'
            ELSE c.status
        END AS fate,
        CASE
            WHEN q.raw_sha256 IS NOT NULL THEN q.reason_code
            WHEN c.status = 'superseded' THEN 'newer_version'
            WHEN c.status = 'duplicate' THEN 'same_bytes'
            ELSE ''
        END AS reason
    FROM kg.source_conversations AS c
    LEFT JOIN kg.ingest_quarantine AS q USING (raw_sha256)
),
nodes AS (
    SELECT
        e.source_sha256, e.fate, e.reason, e.conversation_id, e.version,
        n.node_id, n.has_message, coalesce(n.content_type, '') AS content_type, n.part_count,
        coalesce(r.message_id, n.node_id) AS message_id
    FROM elements AS e
    JOIN kg.source_nodes AS n USING (raw_sha256)
    LEFT JOIN kg.source_renames AS r ON r.conversation_id = e.conversation_id AND r.node_id = n.node_id
),
-- The newest readable version of each message (0 is the newest).
winners AS (
    SELECT conversation_id, node_id, min(version) AS version
    FROM nodes
    WHERE has_message AND fate IN ('kept', 'superseded')
    GROUP BY conversation_id, node_id
),
parts AS (
    SELECT message_id, count(*) AS part_count
    FROM kg.message_parts
    GROUP BY message_id
),
fates AS (
    SELECT
        n.source_sha256, n.has_message, n.content_type, n.part_count,
        CASE
            WHEN n.fate IN ('quarantined', 'duplicate') THEN n.fate
            WHEN NOT n.has_message THEN 'no_message'
            WHEN n.version > w.version THEN 'superseded'
            WHEN m.message_id IS NOT NULL THEN 'kept'
        END AS status,
        CASE
            WHEN n.fate IN ('quarantined', 'duplicate') THEN n.reason
            WHEN NOT n.has_message THEN 'node_without_message'
            WHEN n.version > w.version THEN 'newer_version'
            WHEN n.version > 0 THEN 'only_in_older_source'
            ELSE ''
        END AS reason,
        coalesce(m.export_content_type, '') AS kept_content_type,
        coalesce(p.part_count, 0) AS kept_parts,
        -- A message whose parts could not be read (kg.stage_faults) keeps only its own row.
        coalesce(m.content_type = 'unknown' AND p.part_count IS NULL, FALSE) AS has_unread_parts
    FROM nodes AS n
    LEFT JOIN winners AS w USING (conversation_id, node_id)
    LEFT JOIN kg.messages AS m ON m.message_id = n.message_id AND m.conversation_id = n.conversation_id
    LEFT JOIN parts AS p ON p.message_id = m.message_id
),
-- A refused file is counted under the `source_sha256` of a file that was found with it, with its own `name`.
counted AS (
    SELECT source_sha256, 'file' AS kind, '' AS name, 'read' AS status, '' AS reason, 1 AS items FROM kg.sources
    UNION ALL
    SELECT source_sha256, 'file', '', 'kept', '', 1 FROM kg.sources
    UNION ALL
    SELECT source_sha256, 'file', name, 'read', '', files FROM kg.source_refusals
    UNION ALL
    SELECT source_sha256, 'file', name, 'refused', reason, files FROM kg.source_refusals
    UNION ALL
    SELECT source_sha256, 'element', '', 'read', '', elements
    FROM kg.sources
    UNION ALL
    SELECT source_sha256, 'element', '', fate, reason, 1 FROM elements
    UNION ALL
    SELECT source_sha256, 'node', '', 'read', '', node_count FROM elements
    UNION ALL
    SELECT source_sha256, 'node', '', status, reason, 1 FROM fates
    UNION ALL
    SELECT source_sha256, 'message', '', 'read', '', 1 FROM nodes WHERE has_message
    UNION ALL
    SELECT source_sha256, 'message', '', status, reason, 1 FROM fates WHERE has_message
    UNION ALL
    SELECT source_sha256, 'part', '', 'read', '', part_count FROM nodes
    UNION ALL
    SELECT source_sha256, 'part', '', status, reason, CASE status WHEN 'kept' THEN kept_parts ELSE part_count END
    FROM fates
    WHERE NOT has_unread_parts
    UNION ALL
    SELECT source_sha256, 'part', '', 'quarantined', 'unforeseen', part_count FROM fates WHERE has_unread_parts
    UNION ALL
    SELECT source_sha256, 'content_type', content_type, 'read', '', 1 FROM nodes WHERE has_message
    UNION ALL
    SELECT source_sha256, 'content_type', CASE status WHEN 'kept' THEN kept_content_type ELSE content_type END, status, reason, 1
    FROM fates
    WHERE has_message
)
SELECT source_sha256, kind, name, status, reason, sum(items)::BIGINT AS items
FROM counted
WHERE status IS NOT NULL
GROUP BY source_sha256, kind, name, status, reason
HAVING sum(items) > 0
ORDER BY source_sha256, kind, name, status, reason
