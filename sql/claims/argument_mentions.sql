-- One row per argument of a claim (its subject or its object) that an entity mention fits. A row has the entity of the mention
-- that fits best. This is step 3 of finding the entity that an argument names (§4.6.1).
--
-- A mention fits if it shares at least $least_mention_overlap of the text that mention and argument cover together. The
-- argument may have to name a certain type of entity (`wanted`). Then a mention of another type that covers only a part of the
-- argument does not fit: the place Zurich in "ETH Zurich" is no organisation.
--
-- Of several mentions, the one with the best detector tier fits best. A mention of exactly the argument's words gets at least
-- the confidence of a new entity ($link_confidence_new), however weak its detector is. The caller gives `arguments` (the
-- arguments with their places and the types wanted).
--
-- Speed: in long messages mentions and arguments are put into stretches of 64 characters and compared only within one stretch.
WITH places AS (
    SELECT DISTINCT message_id, char_start, char_end, wanted FROM arguments
),
filed_places AS (
    SELECT *, unnest(range(char_start // 64, (char_end - 1) // 64 + 1)) AS stretch FROM places
),
filed_mentions AS (
    SELECT
        m.message_id,
        m.entity_id,
        m.mention_id,
        m.confidence,
        m.detector,
        e.entity_type,
        m.char_start,
        m.char_end,
        unnest(range(m.char_start // 64, (m.char_end - 1) // 64 + 1)) AS stretch
    FROM kg.entity_mentions AS m
    JOIN kg.entities__named AS e USING (entity_id)
    SEMI JOIN places USING (message_id)
),
overlapping AS (
    SELECT
        p.message_id,
        p.char_start,
        p.char_end,
        p.wanted,
        m.entity_id,
        m.mention_id,
        m.confidence,
        CASE
            WHEN m.char_start = p.char_start AND m.char_end = p.char_end
                THEN greatest(m.confidence, $link_confidence_new::DOUBLE)
            ELSE m.confidence
        END AS link_confidence,
        CASE
            WHEN list_contains($structured_detectors, m.detector) THEN 1
            WHEN list_contains($pattern_detectors, m.detector) THEN 2
            WHEN starts_with(m.detector, 'LEXICON:') THEN 3
            ELSE 4
        END AS tier
    FROM filed_places AS p
    JOIN filed_mentions AS m USING (message_id, stretch)
    WHERE
        -- A pair that shares several stretches meets only in the first of them.
        stretch = greatest(m.char_start, p.char_start) // 64
        AND m.char_start < p.char_end AND m.char_end > p.char_start
        -- Part of a name may name something of another type: the Zurich of ETH Zurich is no organisation.
        AND NOT (
            list_contains($kinds_of_names, p.wanted) AND list_contains($kinds_of_names, m.entity_type)
            AND m.entity_type <> p.wanted
            AND (m.char_start > p.char_start OR m.char_end < p.char_end)
        )
        AND least(m.char_end, p.char_end) - greatest(m.char_start, p.char_start)
        >= $least_mention_overlap * (greatest(m.char_end, p.char_end) - least(m.char_start, p.char_start))
),
ranked AS (
    SELECT
        *,
        row_number() OVER (
            PARTITION BY message_id, char_start, char_end, wanted ORDER BY tier, confidence DESC, entity_id, mention_id
        ) AS place,
        count(*) OVER (PARTITION BY message_id, char_start, char_end, wanted) AS among
    FROM overlapping
)
SELECT a.n, a.side, r.entity_id, r.tier, r.link_confidence AS confidence, r.among
FROM ranked AS r
JOIN arguments AS a
    ON a.message_id = r.message_id AND a.char_start = r.char_start AND a.char_end = r.char_end
    AND a.wanted IS NOT DISTINCT FROM r.wanted
WHERE r.place = 1
ORDER BY a.n, a.side
