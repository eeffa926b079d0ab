-- One row per row of `kg.lexicon_sightings`, which says how often a possible name was seen, by spelling and sort of place
-- (design §9 "Lexicon and names"; seed 000 §2B.4.1). The row has the spelling and its key, both without a sentence opener: at
-- the start of a sentence, "Ask Anna Berg" is a sighting of "Anna Berg". A spelling that is also seen inside of sentences
-- stays whole: "Last Harbour".
--
-- `is_generated` says whether the sighting can make a candidate. It must be in prose and not just an opener. A single word
-- with a capital must also stand inside of a sentence, or behind an opener that was cut off. A key may have several rows for
-- one conversation, role and zone. The caller gives `openers` (the rows of openers.sql).
WITH sighted AS (
    SELECT *, generator IN ('TITLE_CASE', 'SINGLE_TITLE') AS is_title, instr(surface_text, ' ') AS gap
    FROM kg.lexicon_sightings
),
opening AS (
    SELECT *, is_title AND split_part(surface_text, ' ', 1) IN (SELECT word FROM openers) AS opens
    FROM sighted
),
cut AS (
    SELECT
        *,
        opens AND gap > 0 AND position = 'start'
            AND surface_text NOT IN (SELECT surface_text FROM sighted WHERE is_title AND position = 'inside') AS is_tail
    FROM opening
),
named AS (
    SELECT
        conversation_id, role, zone, sightings,
        CASE WHEN is_tail THEN substr(term_key, instr(term_key, ' ') + 1) ELSE term_key END AS term_key,
        CASE WHEN is_tail THEN substr(surface_text, gap + 1) ELSE surface_text END AS surface_text,
        CASE WHEN is_tail AND instr(substr(surface_text, gap + 1), ' ') = 0 THEN 'SINGLE_TITLE' ELSE generator END
            AS generator,
        is_tail OR position = 'inside' AS is_inside,
        opens AND gap = 0 AS is_opener
    FROM cut
)
SELECT
    term_key, surface_text, generator, conversation_id, role, zone,
    -- A single word must be seen inside of a sentence.
    zone = 'prose' AND NOT is_opener AND (generator <> 'SINGLE_TITLE' OR is_inside) AS is_generated,
    sightings
FROM named
