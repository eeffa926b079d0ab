-- One row per mark, with its number among the marks of its matter in the order of time (`place`) and with the `stretch` to
-- which it belongs. A begin or hold after an end starts a new stretch.
--
-- If the claim of a mark bounds only a part of a longer stretch (parts.sql), its begin counts as a hold (`is_within`), and its
-- end is left out (`goes_on`). Unsure marks are left out, too. But an unsure begin or hold between two sure ends stays:
-- without it, both ends would belong to one stretch. Reads the rows of marks.sql and parts.sql.
WITH kept AS (
    SELECT
        m.* REPLACE (CASE WHEN m.mark = 'begin' AND p.is_within THEN 'hold' ELSE m.mark END AS mark),
        coalesce(p.goes_on, FALSE) AS goes_on,
        m.mark <> 'end' AS is_up,
        -- How many characters of a day (2024-03-05) these words name.
        CASE m.precision
            WHEN 'year' THEN 4 WHEN 'decade' THEN 3 WHEN 'century' THEN 2 WHEN 'month' THEN 7 WHEN 'quarter' THEN 7
            WHEN 'half' THEN 7 ELSE 10
        END AS digits,
        -- The last moment that the words include: an end that words name as a stretch of time ("until 2018") lies one millisecond
        -- after it.
        m.at_utc::TIMESTAMPTZ - CASE
            WHEN m.mark = 'end' AND NOT m.is_closed THEN INTERVAL 1 MILLISECOND ELSE INTERVAL 0 SECOND
        END AS last_moment,
        strftime(last_moment AT TIME ZONE $zone, '%Y-%m-%d') AS day
    FROM marks AS m
    LEFT JOIN parts AS p USING (assertion_id)
    WHERE m.at_utc IS NOT NULL AND (m.mark <> 'end' OR NOT coalesce(p.goes_on, FALSE))
    WINDOW of_matter AS (PARTITION BY m.subject_entity_id, m.matter, m.object_key)
    QUALIFY
        m.is_sure
        OR (
            is_up
            AND m.at_utc < max(m.at_utc) FILTER (m.mark = 'end' AND m.is_sure) OVER of_matter
            AND m.at_utc > min(m.at_utc) FILTER (m.mark = 'end' AND m.is_sure) OVER of_matter
        )
),
ordered AS (
    SELECT
        *,
        is_up AND NOT coalesce(lag(is_up) OVER in_time, FALSE) AS is_new,
        row_number() OVER in_time AS place
    FROM kept
    WINDOW in_time AS (
        PARTITION BY subject_entity_id, matter, object_key
        ORDER BY at_utc, is_up, mark, precision, message_id, char_start, assertion_id
    )
)
SELECT * EXCLUDE (is_new), sum(is_new::INTEGER) OVER (
    PARTITION BY subject_entity_id, matter, object_key ORDER BY place
)::BIGINT AS stretch
FROM ordered
