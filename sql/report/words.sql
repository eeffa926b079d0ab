-- One row per place to quote, with the words there and `context` characters before and after them. A quote of more than
-- `longest` characters is cut, and then has no words after it. If a place has no bounds, the beginning of its message is
-- quoted. The places come in four lists: item i of `places`, `ids`, `starts` and `ends` describes the i-th place. Tables,
-- views and macros are those of kg.duckdb.
WITH wanted AS (
    SELECT unnest($places) AS place, unnest($ids) AS message_id, unnest($starts) AS s, unnest($ends) AS e
),
bounded AS (
    SELECT place, message_id, coalesce(s, 0)::BIGINT AS s, coalesce(e, least(length(text_raw), $longest))::BIGINT AS e
    FROM wanted
    JOIN messages USING (message_id)
)
SELECT
    b.place,
    substring(m.text_raw, greatest(b.s - $context, 0) + 1, b.s - greatest(b.s - $context, 0)) AS before,
    substring(m.text_raw, b.s + 1, least(b.e - b.s, $longest)) AS quote,
    CASE WHEN b.e - b.s <= $longest THEN substring(m.text_raw, b.e + 1, $context) END AS after,
    b.s > $context AS is_cut_before,
    b.e - b.s > $longest OR b.e + $context < length(m.text_raw) AS is_cut_after,
    c.title,
    m.role,
    m.created_at_utc,
    m.message_id
FROM bounded AS b
JOIN messages AS m USING (message_id)
JOIN conversations AS c USING (conversation_id)
ORDER BY b.place
