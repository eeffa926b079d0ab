-- One row per name and place where it stands, with the text around it: `before` characters before the name and `behind` after
-- it. Each name has at most `matter_mentions` places, the earliest. Names of towns and other places (kind `place`) are left
-- out, and so are mentions without a position in the text. The caller gives `base` (the rows of base.sql) and `names` (an id
-- for each name that has no entity).
WITH placed AS (
    SELECT
        coalesce(b.entity_id, n.source_id) AS source_id,
        b.*,
        row_number() OVER (
            PARTITION BY coalesce(b.entity_id, n.source_id)
            ORDER BY b.created_at_utc NULLS LAST, b.message_id, b.start_char, b.mention_id
        ) AS place
    FROM base AS b
    LEFT JOIN names AS n ON b.entity_id IS NULL AND n.kind = b.kind AND n.normal = b.normal
    WHERE b.kind <> 'place' AND b.start_char IS NOT NULL
)
SELECT
    p.source_id AS entity_id,
    p.mention_id,
    substring(m.text_raw, greatest(p.start_char - $before, 0) + 1, least(p.start_char, $before)) AS before,
    substring(m.text_raw, p.start_char + 1, p.end_char - p.start_char) AS name,
    substring(m.text_raw, p.end_char + 1, $behind) AS behind
FROM placed AS p
JOIN kg.messages AS m USING (message_id)
WHERE p.place <= $matter_mentions
ORDER BY entity_id, p.place
