-- Words that open sentences: capitalised alone at the start of some, and hardly ever inside of one.
WITH surfaces AS (
    SELECT surface_text, position, sum(sightings) AS sightings
    FROM kg.lexicon_sightings
    WHERE generator IN ('TITLE_CASE', 'SINGLE_TITLE')
    GROUP BY surface_text, position
),
sighted AS (SELECT sightings, position, string_split(surface_text, ' ') AS words FROM surfaces),
word_places AS (
    -- At the start of a sentence only a word that stands alone there says that it opens sentences.
    SELECT words[1] AS word, position = 'start' AS opens, sightings
    FROM sighted
    WHERE NOT (position = 'start' AND len(words) > 1)
    UNION ALL
    SELECT unnest(words[2:]), FALSE, sightings FROM sighted
)
SELECT word
FROM word_places
GROUP BY word
HAVING sum(sightings) FILTER (opens) > 0
    AND coalesce(sum(sightings) FILTER (NOT opens), 0) <= $opener_ratio * sum(sightings) FILTER (opens)
ORDER BY word
