-- One row per mention of somebody or something, with its place, its kind and its name. `normal` is the name in the form in
-- which names are compared. The mentions are all those of `memory.entity_mention__read`. Email addresses and handles of
-- `kg.entity_mentions` are added if they are not among these.
--
-- Sometimes an initial follows the name in the text: "Jonas" was read, and the text says "Jonas A." (clue `spelled`). Then the
-- row has the longer name, and its `entity_id` is NULL, because the entity that was read has only the shorter name.
WITH spelled AS (
    SELECT mention_id, char_start, char_end, surface_text FROM memory.mention_clue WHERE kind = 'spelled'
),
found AS (
    SELECT
        r.mentioned_id AS mention_id,
        r.mention_id AS named_by,
        CASE WHEN s.mention_id IS NULL THEN r.entity_id END AS entity_id,
        r.type AS kind,
        r.message_id,
        coalesce(s.surface_text, r.surface_form) AS surface_form,
        coalesce(s.char_start, r.start_char) AS start_char,
        coalesce(s.char_end, r.end_char) AS end_char
    FROM memory.entity_mention__read AS r
    LEFT JOIN spelled AS s ON s.mention_id = r.mentioned_id
    UNION ALL
    SELECT n.mention_id, n.mention_id, n.entity_id, 'person', n.message_id, n.surface_text, n.char_start, n.char_end
    FROM kg.entity_mentions AS n
    ANTI JOIN memory.entity_mention__read AS r USING (mention_id)
    WHERE n.entity_type_hint IN ('EMAIL', 'HANDLE') AND n.surface_text IS NOT NULL
)
SELECT
    f.*,
    lower(trim(regexp_replace(f.surface_form, '\s+', ' ', 'g'))) AS normal,
    m.conversation_id,
    m.order_index,
    m.created_at_utc
FROM found AS f
JOIN kg.messages AS m USING (message_id)
ORDER BY f.message_id, f.start_char, f.mention_id
