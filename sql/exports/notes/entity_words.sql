-- One row per place where the person named an entity that has a note, with the text around it. Only places in prose count.
-- Each entity has at most $note_most_words places, the newest. The caller gives `kept` (the rows of kept.sql). The other
-- tables are those of kg.duckdb.
WITH named AS (
    SELECT
        n.entity_id,
        n.message_id,
        n.char_start,
        n.char_end,
        n.mention_id,
        m.created_at_utc,
        m.conversation_id
    FROM entity_mentions AS n
    JOIN kept USING (entity_id)
    JOIN messages AS m USING (message_id)
    WHERE m.role = 'user' AND m.is_prose AND n.char_start IS NOT NULL
    QUALIFY row_number() OVER (
        PARTITION BY n.entity_id ORDER BY m.created_at_utc DESC NULLS LAST, n.message_id, n.char_start, n.mention_id
    ) <= $note_most_words
)
SELECT
    n.entity_id,
    c.title,
    n.created_at_utc AS said_at_utc,
    substring(
        m.text_raw,
        greatest(n.char_start - $note_words_around, 0) + 1,
        n.char_end - greatest(n.char_start - $note_words_around, 0) + $note_words_around
    ) AS quote,
    n.char_start > $note_words_around AS has_before,
    n.char_end + $note_words_around < length(m.text_raw) AS has_after
FROM named AS n
JOIN messages AS m USING (message_id)
JOIN conversations AS c ON c.conversation_id = n.conversation_id
ORDER BY n.entity_id, n.created_at_utc DESC NULLS LAST, n.message_id, n.char_start, n.mention_id
