-- The versions as revisions of their artifacts; a conversation that could not be taken in is none.
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
