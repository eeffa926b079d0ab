-- One row per mark: what a claim says of its matter at one moment (`at_utc`), namely that it begins, holds or ends (`mark`). A
-- claim sets up to two marks: "from 2016 to 2018" begins and ends. A mark without a date has the moment when it was said.
-- Reads the rows of stated.sql.
WITH closers AS (
    -- Where the words stand that ended a claim: those of the claim that closed it, or of its retraction.
    SELECT
        s.assertion_id,
        coalesce(c.message_id, r.retraction_message_id) AS message_id,
        coalesce(c.char_start, r.char_start) AS char_start,
        coalesce(c.char_end, r.char_end) AS char_end
    FROM stated AS s
    LEFT JOIN kg.assertions AS c ON c.assertion_id = s.closer_id
    LEFT JOIN kg.retractions AS r ON r.retraction_id = s.retracted_by_retraction_id
)
SELECT
    *, 'begin' AS mark, from_utc AS at_utc, from_precision AS precision, TRUE AS is_dated, FALSE AS is_closed
FROM stated
WHERE role IN ('begins', 'holds') AND polarity = 'positive' AND has_beginning
UNION ALL
SELECT *, 'hold', known_from_utc, 'second', FALSE, FALSE
FROM stated
WHERE role IN ('begins', 'holds') AND polarity = 'positive' AND NOT has_beginning AND NOT is_told_as_over
UNION ALL
SELECT
    s.* REPLACE (
        coalesce(c.message_id, s.message_id) AS message_id,
        CASE WHEN c.message_id IS NULL THEN s.char_start ELSE c.char_start END AS char_start,
        CASE WHEN c.message_id IS NULL THEN s.char_end ELSE c.char_end END AS char_end
    ),
    'end',
    s.until_utc,
    s.until_precision,
    s.until_precision <> 'second',
    NOT s.is_until_included
FROM stated AS s
LEFT JOIN closers AS c USING (assertion_id)
WHERE s.role = 'holds' AND s.polarity = 'positive' AND s.until_utc IS NOT NULL AND (s.has_beginning OR s.has_only_an_end)
UNION ALL
SELECT
    *, 'end', CASE WHEN has_beginning THEN from_utc ELSE known_from_utc END,
    CASE WHEN has_beginning THEN from_precision ELSE 'second' END, has_beginning, TRUE
FROM stated
WHERE
    (role = 'holds' AND polarity = 'negative')
    OR role = 'ends'
    OR (role = 'holds' AND is_told_as_over AND NOT has_only_an_end)
