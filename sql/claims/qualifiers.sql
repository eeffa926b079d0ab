-- One row per claim whose temporal qualifier (its words of time, such as "since 2019") means a time mention, with the id of
-- that mention (§4.6.5). The mention is looked for in three ways, and the first way that finds one decides (`linked_by`):
-- - the qualifier names the mention by its id;
-- - the mention overlaps the place of the qualifier;
-- - the mention has the same words as the qualifier and stands in the same message.
-- If one way finds several mentions, the most confident one counts. The caller gives `qualified` (the temporal qualifiers with
-- their places).
--
-- Speed: places are put into stretches of 64 characters and compared only within one stretch. Of mentions with equal words
-- only the best is compared, because a message can say the same time very often.
WITH filed_qualifiers AS (
    SELECT *, unnest(range(char_start // 64, (char_end - 1) // 64 + 1)) AS stretch
    FROM qualified
    WHERE char_start IS NOT NULL
),
filed_times AS (
    SELECT
        t.message_id,
        t.time_mention_id,
        t.confidence,
        t.char_start,
        t.char_end,
        t.valid_from_utc,
        unnest(range(t.char_start // 64, (t.char_end - 1) // 64 + 1)) AS stretch
    FROM kg.time_mentions AS t
    SEMI JOIN qualified USING (message_id)
),
best_of_words AS (
    SELECT message_id, surface_text, time_mention_id, confidence, char_start, valid_from_utc
    FROM kg.time_mentions
    QUALIFY
        row_number() OVER (
            PARTITION BY message_id, surface_text ORDER BY confidence DESC, char_start, time_mention_id
        ) = 1
),
fitting AS (
    SELECT q.n, t.time_mention_id, t.confidence, t.char_start, t.valid_from_utc, 1 AS rank, 'time_mention_id' AS linked_by
    FROM qualified AS q
    JOIN kg.time_mentions AS t ON t.message_id = q.message_id AND t.time_mention_id = q.value
    UNION ALL
    SELECT q.n, t.time_mention_id, t.confidence, t.char_start, t.valid_from_utc, 2, 'span'
    FROM filed_qualifiers AS q
    JOIN filed_times AS t USING (message_id, stretch)
    WHERE
        -- A pair that shares several stretches meets only in the first of them.
        stretch = greatest(t.char_start, q.char_start) // 64
        AND t.char_start < q.char_end AND t.char_end > q.char_start
    UNION ALL
    SELECT q.n, t.time_mention_id, t.confidence, t.char_start, t.valid_from_utc, 3, 'surface'
    FROM qualified AS q
    JOIN best_of_words AS t ON t.message_id = q.message_id AND t.surface_text = q.words
)
SELECT n, time_mention_id, linked_by, valid_from_utc
FROM fitting
QUALIFY row_number() OVER (PARTITION BY n ORDER BY rank, confidence DESC, char_start, time_mention_id) = 1
ORDER BY n
