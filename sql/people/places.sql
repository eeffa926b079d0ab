-- One row per mention of a name that may mean several people, sorted by name, conversation and position. The caller gives
-- `base` (the rows of base.sql), `names` (an id for each name that has no entity) and `several` (ids of the names that may
-- mean several people).
SELECT
    coalesce(b.entity_id, n.source_id) AS entity_id,
    b.mention_id,
    b.message_id,
    b.conversation_id,
    b.start_char AS char_start
FROM base AS b
LEFT JOIN names AS n ON b.entity_id IS NULL AND n.kind = b.kind AND n.normal = b.normal
WHERE coalesce(b.entity_id, n.source_id) IN (SELECT entity_id FROM several)
ORDER BY 1, b.conversation_id, b.order_index, b.start_char NULLS FIRST, b.mention_id
