-- One row per revision of an artifact, that is, per version of its conversation. Versions of a conversation that is not in
-- `kg.conversations` are left out. The caller gives `revisions` (the rows of revisions.sql with the ids of artifact and
-- revision).
SELECT
    revision_id,
    artifact_uid,
    conversation_id AS artifact_id,
    raw_sha256 AS content_hash,
    revision_number,
    version = 0 AS is_latest,
    updated_at_utc
FROM revisions
SEMI JOIN kg.conversations USING (conversation_id)
ORDER BY artifact_uid, revision_number
