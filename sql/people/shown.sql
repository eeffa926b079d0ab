-- One row per mention of the names in `wanted`, with what a model may be shown of it: the mention with `around` characters
-- before and after it, and the title of the artifact. The earliest mentions come first. Mentions without a position in the
-- text are left out. The caller gives `base` (the rows of base.sql), `names` (an id for each name that has no entity) and
-- `wanted` (ids of names).
SELECT
    coalesce(b.entity_id, n.source_id) AS entity_id,
    b.mention_id,
    b.message_id,
    b.surface_form,
    trim(regexp_replace(
        substring(
            m.text_raw,
            greatest(b.start_char - $around, 0) + 1,
            b.end_char - greatest(b.start_char - $around, 0) + $around
        ),
        '\s+',
        ' ',
        'g'
    )) AS words,
    a.title
FROM base AS b
LEFT JOIN names AS n ON b.entity_id IS NULL AND n.kind = b.kind AND n.normal = b.normal
JOIN kg.messages AS m USING (message_id)
LEFT JOIN memory.artifact AS a ON a.conversation_id = b.conversation_id
WHERE coalesce(b.entity_id, n.source_id) IN (SELECT entity_id FROM wanted) AND b.start_char IS NOT NULL
ORDER BY 1, b.created_at_utc NULLS LAST, b.conversation_id, b.order_index, b.start_char, b.mention_id
