-- One row per message, with the artifact and the revision that hold its words. For most messages this is the newest version of
-- their conversation (version 0). A message that the newest source lacks belongs to the newest version that still has it, as a
-- node of `kg.source_nodes`. If no version has it, it belongs to version 0, too. The caller gives `revisions` (the rows of
-- revisions.sql with the ids of artifact and revision).
WITH left_over AS (
    SELECT m.message_id, m.conversation_id, coalesce(n.node_id, m.message_id) AS node_id
    FROM kg.messages AS m
    LEFT JOIN kg.source_renames AS n USING (conversation_id, message_id)
    WHERE NOT m.is_in_newest_source
),
newest AS (
    SELECT l.message_id, min(r.version) AS version
    FROM left_over AS l
    JOIN revisions AS r USING (conversation_id)
    JOIN kg.source_nodes AS n ON n.raw_sha256 = r.raw_sha256 AND n.node_id = l.node_id AND n.has_message
    GROUP BY ALL
)
SELECT m.message_id, m.conversation_id, m.order_index, m.created_at_utc, r.artifact_uid, r.revision_id
FROM kg.messages AS m
LEFT JOIN newest AS n USING (message_id)
JOIN revisions AS r ON r.conversation_id = m.conversation_id AND r.version = coalesce(n.version, 0)
