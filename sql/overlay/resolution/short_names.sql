-- One row per name that may be short for a person's first name. Example: nobody has said who or what "Mel" is (subtype
-- 'thing'), and there is a Melanie. Such a name has two to four letters, at least two fewer than the first name.
-- resolutions.sql leaves its mentions open, because Mel and Melanie may be one person or two. Reads the rows of lexicon.sql.
WITH beginnings AS (
    SELECT DISTINCT left(first, letters) AS beginning
    FROM (
        SELECT string_split(l.normalized_alias, ' ')[1] AS first, unnest(range(2, 5)) AS letters
        FROM lexicon AS l
        JOIN overlay.nodes AS n USING (node_id)
        WHERE n.subtype = 'person'
    )
    WHERE length(first) >= letters + 2
)

SELECT DISTINCT l.normalized_alias
FROM lexicon AS l
JOIN overlay.nodes AS n USING (node_id)
JOIN beginnings AS b ON b.beginning = l.normalized_alias
WHERE n.subtype = 'thing'
