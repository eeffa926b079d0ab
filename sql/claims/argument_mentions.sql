-- Step 3 of the resolution (§4.6.1): what is mentioned at an argument's own place. `arguments` is given.
-- A mention that shares less than $least_mention_overlap of what both cover is a part of the argument or the other way round.
WITH overlapping AS (
    SELECT
        a.n,
        a.side,
        m.entity_id,
        m.mention_id,
        m.confidence,
        CASE
            WHEN list_contains($structured_detectors, m.detector) THEN 1
            WHEN list_contains($pattern_detectors, m.detector) THEN 2
            WHEN starts_with(m.detector, 'LEXICON:') THEN 3
            ELSE 4
        END AS tier
    FROM arguments AS a
    JOIN kg.entity_mentions AS m
        ON m.message_id = a.message_id AND m.char_start < a.char_end AND m.char_end > a.char_start
    WHERE
        least(m.char_end, a.char_end) - greatest(m.char_start, a.char_start)
        >= $least_mention_overlap * (greatest(m.char_end, a.char_end) - least(m.char_start, a.char_start))
),
ranked AS (
    SELECT
        *,
        row_number() OVER (PARTITION BY n, side ORDER BY tier, confidence DESC, entity_id, mention_id) AS place,
        count(*) OVER (PARTITION BY n, side) AS among
    FROM overlapping
)
SELECT n, side, entity_id, tier, confidence, among
FROM ranked
WHERE place = 1
ORDER BY n, side
