-- One row per chunk of `memory.chunk__cut` (a piece of a document or long message), with the artifact and revision that hold it
-- and its number within the artifact (`chunk_index`). Reads the rows of held.sql.
SELECT
    c.chunk_id,
    h.artifact_uid,
    h.revision_id,
    c.message_id,
    c.conversation_id,
    row_number() OVER (PARTITION BY h.artifact_uid ORDER BY h.order_index, c.message_id, c.start_char) - 1 AS chunk_index,
    c.start_char,
    c.end_char,
    c.heading,
    c.page
FROM memory.chunk__cut AS c
JOIN held AS h USING (message_id)
ORDER BY c.conversation_id, chunk_index, c.chunk_id
