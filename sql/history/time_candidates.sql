-- One row per claim and time mention that may say when the claim holds, with how well the two fit (seed 000 §5.4.2, §5.4.3).
-- `alignment` says how near they stand: 1 if nothing is between them. `score` is the alignment times the confidence of the
-- time mention, and `rank` 1 is the best. Claims whose qualifier already names a resolved time have no rows.
--
-- The time mention must be at most `$time_link_proximity_chars` characters away and in the same sentence. A state or
-- preference holds when it is said, so a time that is over or still to come then does not count. A claim without a position in
-- the text takes the time that its message mentions, if it mentions only one. Reads the rows of claims.sql and times.sql.
--
-- Speed: the times near a claim have consecutive numbers in the message, so only the first and the last are looked up.
WITH unnamed AS (
    SELECT c.n, c.message_id, c.char_start, c.char_end
    FROM claims AS c
    LEFT JOIN times AS q ON q.time_mention_id = c.temporal_qualifier_id
    WHERE q.time_mention_id IS NULL AND c.message_id IN (SELECT message_id FROM times)
),
reached_from AS (
    SELECT u.*, t.place AS first_place
    FROM unnamed AS u
    ASOF JOIN times AS t
        ON t.message_id = u.message_id AND t.char_end >= u.char_start - $time_link_proximity_chars::BIGINT
),
reached AS (
    SELECT r.n, r.message_id, r.char_start, r.char_end, r.first_place, t.place AS last_place
    FROM reached_from AS r
    ASOF JOIN times AS t
        ON t.message_id = r.message_id AND t.char_start <= r.char_end + $time_link_proximity_chars::BIGINT
    WHERE t.place >= r.first_place
),
near AS (
    SELECT n, message_id, char_start, char_end, unnest(range(first_place, last_place + 1)) AS place
    FROM reached
),
-- A claim without a position takes the only time that its message mentions; of several it would be a guess.
placeless AS (
    SELECT u.n, u.message_id, NULL::BIGINT AS char_start, NULL::BIGINT AS char_end, 1::BIGINT AS place
    FROM unnamed AS u
    JOIN times AS t ON t.message_id = u.message_id AND t.of_message = 1
    WHERE u.char_start IS NULL OR u.char_end IS NULL
),
measured AS (
    SELECT
        c.n,
        t.*,
        CASE
            WHEN c.char_end < t.char_start THEN t.char_start - c.char_end
            WHEN t.char_end < c.char_start THEN c.char_start - t.char_end
            WHEN c.char_start IS NOT NULL THEN 0
        END AS gap
    FROM (SELECT * FROM near UNION ALL SELECT * FROM placeless) AS c
    JOIN times AS t ON t.message_id = c.message_id AND t.place = c.place
),
-- Between a claim and a time of its own no other sentence begins: "... on 3 May", and on the next line "I hate Mondays".
parted AS (
    SELECT DISTINCT m.n, m.place
    FROM measured AS m
    JOIN claims AS c USING (n)
    JOIN kg.sentences AS s ON s.message_id = m.message_id
    WHERE m.gap > 0
        AND s.char_start > least(c.char_start, m.char_start)
        AND s.char_start <= greatest(c.char_start, m.char_start)
),
-- What holds as it is said is in no time that is over or to come: "the book I read last year reminds me of home".
elsewhere AS (
    SELECT m.n, m.place
    FROM measured AS m
    JOIN claims AS c USING (n)
    WHERE c.modality IN ('state', 'preference')
        AND (m.valid_from_utc > c.asserted_at_utc OR m.valid_to_utc <= c.asserted_at_utc)
),
scored AS (
    SELECT
        *,
        CASE
            WHEN gap IS NULL THEN $time_link_min_alignment::DOUBLE
            ELSE round(1.0::DOUBLE / (1 + gap), 12)
        END AS alignment,
        round(confidence * alignment, 12) AS score
    FROM measured
    ANTI JOIN parted USING (n, place)
    ANTI JOIN elsewhere USING (n, place)
)
SELECT
    n,
    time_mention_id,
    resolved_type,
    valid_from_utc,
    valid_to_utc,
    resolution_granularity,
    of_message,
    gap,
    alignment,
    confidence,
    score,
    row_number() OVER (
        PARTITION BY n
        ORDER BY alignment >= $time_link_min_alignment::DOUBLE DESC, score DESC, alignment DESC, char_start, time_mention_id
    ) AS rank
FROM scored
