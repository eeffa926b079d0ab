-- One row per version of each conversation. A version that several sources hold has only one row. Elements of sources that
-- could not be read (`quarantined`) are left out. `version` 0 is the newest version, `revision_number` 0 the oldest.
SELECT DISTINCT ON (conversation_id, raw_sha256)
    conversation_id,
    raw_sha256,
    updated_at_utc,
    version,
    max(version) OVER (PARTITION BY conversation_id) - version AS revision_number
FROM kg.source_conversations
WHERE status IN ('current', 'superseded')
ORDER BY conversation_id, raw_sha256, source_sha256, position
