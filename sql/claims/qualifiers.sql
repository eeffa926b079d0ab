-- The time mention of every qualifier (§4.6.5): one named by id, else one at the qualifier's own place, else one with the same
-- words in the same message. `qualified` is given.
WITH fitting AS (
    SELECT
        q.n,
        t.*,
        CASE
            WHEN t.time_mention_id = q.value THEN 'time_mention_id'
            WHEN t.char_start < q.char_end AND t.char_end > q.char_start THEN 'span'
            ELSE 'surface'
        END AS linked_by
    FROM qualified AS q
    JOIN kg.time_mentions AS t USING (message_id)
    WHERE
        t.time_mention_id = q.value
        OR (t.char_start < q.char_end AND t.char_end > q.char_start)
        OR t.surface_text = q.words
),
ranked AS (
    SELECT
        *,
        row_number() OVER (
            PARTITION BY n
            ORDER BY
                CASE linked_by WHEN 'time_mention_id' THEN 1 WHEN 'span' THEN 2 ELSE 3 END,
                confidence DESC,
                char_start,
                time_mention_id
        ) AS place
    FROM fitting
)
SELECT n, time_mention_id, linked_by, valid_from_utc
FROM ranked
WHERE place = 1
ORDER BY n
