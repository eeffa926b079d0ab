-- One row per resolved entity, with how often it was named, when first and when last, and with the artifact and revision that
-- first name it. The caller gives `entity_mention` (the rows of entity_mention.sql) and `found` (the resolved entities).
WITH placed AS (
    SELECT n.*, m.conversation_id, m.order_index, m.created_at_utc
    FROM entity_mention AS n
    JOIN kg.messages AS m USING (message_id)
),
first AS (
    SELECT entity_id, artifact_uid AS first_seen_artifact_uid, revision_id AS first_seen_revision_id
    FROM placed
    QUALIFY
        row_number() OVER (
            PARTITION BY entity_id
            ORDER BY created_at_utc NULLS LAST, conversation_id, order_index, start_char NULLS FIRST, mention_id
        ) = 1
),
seen AS (
    SELECT
        entity_id,
        count(*) AS mention_count,
        min(created_at_utc) AS first_seen_at_utc,
        max(created_at_utc) AS last_seen_at_utc
    FROM placed
    GROUP BY entity_id
)
SELECT
    f.*,
    w.first_seen_artifact_uid,
    w.first_seen_revision_id,
    s.first_seen_at_utc,
    s.last_seen_at_utc,
    coalesce(s.mention_count, 0) AS mention_count
FROM found AS f
LEFT JOIN seen AS s USING (entity_id)
LEFT JOIN first AS w USING (entity_id)
ORDER BY f.entity_type, f.normalized_name, f.entity_id
