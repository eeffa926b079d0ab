-- Sightings by key, with sentence openers cut off (design §9 "Lexicon and names"; seed 000 §2B.4.1).
-- A capital at the start of a sentence says nothing. A word that opens sentences (`openers`, given) is no term, and no part
-- of the name behind it ("Ask Anna Berg" is a sighting of "Anna Berg"), unless the whole is also said inside of sentences
-- ("Last Harbour").
WITH sighted AS (
    SELECT *, string_split(surface_text, ' ') AS words, generator IN ('TITLE_CASE', 'SINGLE_TITLE') AS is_title
    FROM kg.lexicon_sightings
),
cut AS (
    SELECT
        s.* EXCLUDE (surface_text, term_key, generator, position, may_be_cut),
        CASE WHEN is_tail THEN array_to_string(words[2:], ' ') ELSE surface_text END AS surface_text,
        CASE WHEN is_tail THEN array_to_string(string_split(term_key, ' ')[2:], ' ') ELSE term_key END AS term_key,
        CASE WHEN is_tail AND len(words) = 2 THEN 'SINGLE_TITLE' ELSE generator END AS generator,
        CASE WHEN is_tail THEN 'inside' ELSE position END AS position,
        s.is_title AND len(words) = 1 AND o.word IS NOT NULL AS is_opener
    FROM (SELECT *, is_title AND position = 'start' AND len(words) > 1 AS may_be_cut FROM sighted) AS s
    LEFT JOIN openers AS o ON o.word = s.words[1] AND s.is_title
    LEFT JOIN (SELECT DISTINCT surface_text AS whole FROM sighted WHERE is_title AND position = 'inside') AS w
        ON w.whole = s.surface_text
    CROSS JOIN LATERAL (SELECT s.may_be_cut AND o.word IS NOT NULL AND w.whole IS NULL AS is_tail)
)
SELECT
    term_key, surface_text, generator, conversation_id, role, zone,
    -- A single word must be seen inside of a sentence.
    zone = 'prose' AND NOT is_opener AND (generator <> 'SINGLE_TITLE' OR position = 'inside') AS is_generated,
    sum(sightings)::BIGINT AS sightings
FROM cut
GROUP BY ALL
