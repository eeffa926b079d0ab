-- One row per stretch of a matter, with the mark that says since when it was so (`begun`) and the mark that says until when
-- (`over`).
--
-- `begun` is the most exact of the begin marks that can mean the same day as the earliest one: "in March 2024" rather than "in
-- 2024". It is NULL if no mark begins the stretch. `over` is the first end whose words give a date, else the first end. It is
-- NULL if no mark ends the stretch. Reads the rows of placed.sql.
WITH earliest AS (
    SELECT
        subject_entity_id,
        matter,
        object_key,
        stretch,
        min({'day': day, 'digits': digits}) FILTER (mark = 'begin') AS first
    FROM placed
    GROUP BY ALL
)
SELECT
    n.subject_entity_id,
    n.matter,
    n.object_key,
    n.stretch,
    min({'digits': -n.digits, 'at_utc': n.at_utc, 'day': n.day, 'place': n.place}) FILTER (
        n.mark = 'begin'
        AND left(n.day, least(n.digits, e.first.digits)) = left(e.first.day, least(n.digits, e.first.digits))
    ) AS begun,
    min({'is_undated': NOT n.is_dated, 'at_utc': n.at_utc, 'digits': -n.digits, 'day': n.day, 'place': n.place})
        FILTER (n.mark = 'end') AS over
FROM placed AS n
JOIN earliest AS e USING (subject_entity_id, matter, object_key, stretch)
GROUP BY n.subject_entity_id, n.matter, n.object_key, n.stretch
