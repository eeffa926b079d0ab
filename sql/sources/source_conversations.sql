-- `kg.source_conversations`: one row per element of a source, with its `status` (design §9, Sources). Elements can be versions
-- of one conversation. The newest version is 'current', the others are 'superseded'. If two versions are equally new, the one
-- with the greater hash is current. An element whose bytes came before in another place is a 'duplicate'. An element that
-- cannot be read is 'quarantined'.
WITH placed AS (
    SELECT
        e.source_sha256, e.position, e.byte_offset, e.byte_length, e.raw_sha256, v.source_kind,
        v.conversation_id, v.export_conversation_id, v.updated_at_utc, v.newest_at_utc, v.is_file_time, v.node_count, v.reason,
        row_number() OVER (PARTITION BY e.raw_sha256 ORDER BY e.source_sha256, e.position) AS place
    FROM kg.source_elements AS e
    JOIN kg.source_versions AS v USING (raw_sha256)
),
ranked AS (
    SELECT
        raw_sha256,
        row_number() OVER (
            PARTITION BY conversation_id
            ORDER BY coalesce(updated_at_utc, newest_at_utc, '') DESC, raw_sha256 DESC
        ) - 1 AS version
    FROM kg.source_versions
    WHERE reason IS NULL
)
SELECT
    p.source_sha256, p.position, p.byte_offset, p.byte_length, p.raw_sha256, p.source_kind,
    CASE
        WHEN p.reason IS NOT NULL THEN 'quarantined'
        WHEN p.place > 1 THEN 'duplicate'
        WHEN r.version = 0 THEN 'current'
        ELSE 'superseded'
    END AS status,
    r.version, p.conversation_id, p.export_conversation_id, p.updated_at_utc, p.newest_at_utc, p.is_file_time,
    p.node_count, p.reason
FROM placed AS p
LEFT JOIN ranked AS r USING (raw_sha256)
ORDER BY p.source_sha256, p.position
