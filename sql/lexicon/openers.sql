-- One row per word that only gets its capital because it opens a sentence ("Whenever", "Ask"). Such a word was seen with a
-- capital, and not as part of a longer name, at the start of sentences. Elsewhere it was seen with a capital at most
-- `opener_ratio` times as often. The first word of a longer name at the start of a sentence is not counted, because it may
-- open the sentence or the name.
WITH surfaces AS (
    SELECT surface_text, position, sum(sightings) AS sightings
    FROM kg.lexicon_sightings
    WHERE generator IN ('TITLE_CASE', 'SINGLE_TITLE')
    GROUP BY surface_text, position
),
sighted AS (SELECT sightings, position, string_split(surface_text, ' ') AS words FROM surfaces),
word_places AS (
    -- The first word of a longer surface at the start of a sentence is not counted: it may open the sentence or the name.
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
