-- One row per conversation, seen as an artifact (a thing that can change), with its kind, title, times and number of
-- revisions. `author_role` is `external` if other people wrote more of its prose messages (role `other`) than the person did
-- (role `user`), else `own`. The caller gives `revisions` (the rows of revisions.sql with the ids of artifact and revision).
WITH counted AS (
    SELECT conversation_id, count(*) AS revision_count FROM revisions GROUP BY ALL
),
spoken AS (
    SELECT conversation_id, count_if(role = 'other') AS others, count_if(role = 'user') AS own
    FROM kg.messages
    WHERE is_prose AND text_raw IS NOT NULL
    GROUP BY ALL
)
SELECT
    r.artifact_uid,
    c.conversation_id,
    c.source_kind AS artifact_type,
    c.title,
    CASE WHEN coalesce(s.others, 0) > coalesce(s.own, 0) THEN 'external' ELSE 'own' END AS author_role,
    c.created_at_utc,
    c.updated_at_utc,
    n.revision_count
FROM kg.conversations AS c
JOIN revisions AS r ON r.conversation_id = c.conversation_id AND r.version = 0
JOIN counted AS n ON n.conversation_id = c.conversation_id
LEFT JOIN spoken AS s ON s.conversation_id = c.conversation_id
ORDER BY r.artifact_uid
