-- One row per pair of active nodes that have nearly the same name and the same `node_kind` and `source_kind` (§42.2, §42.6).
-- `likeness` is 1 for equal names, else their Jaro-Winkler similarity. Conversations and the person (SELF) are left out.
--
-- Names are equal if they differ only in accents, punctuation, blanks, a leading "the", a middle initial, a company ending
-- ("Inc", "GmbH") and the like. Names are nearly equal if all of this holds:
-- - both have at least `near_duplicate_letters` characters;
-- - they differ by one slip (one letter more, less or changed, or two swapped);
-- - they are at least `near_duplicate_likeness` alike;
-- - they begin with the same two letters, and their last words with the same letter;
-- - words with digits are the same ("Q1 report" and "Q2 report" are two).
--
-- Full names whose first names differ only in the last letter belong to two people ("Carla Marsh" and "Carlo Marsh"); they are
-- no pair.
WITH plain AS (
    SELECT
        node_id,
        node_kind,
        source_kind,
        trim(regexp_replace(strip_accents(lower(replace(canonical_name, '&', ' and '))), '[^[:alnum:]]+', ' ', 'g')) AS words,
        trim(regexp_replace(words, ' (inc|llc|ltd|limited|gmbh|ag|kg|co|corp|plc|sa|ab|as|oy|bv|nv|srl|spa)$', '')) AS bare,
        regexp_replace(regexp_replace(bare, '^the (.)', '\1'), '\bst ', 'saint ', 'g') AS opened,
        -- A single letter between two words is a middle initial and is left out.
        regexp_replace(opened, '^([a-z]{2,}) [a-z] ([a-z]{2,})$', '\1 \2') AS name
    FROM overlay.nodes
    WHERE is_active AND source_kind <> 'thread' AND canonical_name <> 'SELF'
),

named AS (
    SELECT
        *,
        replace(name, ' ', '') AS letters,
        -- Names with different numbers are no slips of each other: "Q1 report" and "Q2 report", "12B" and "12C".
        regexp_replace(name, '[^0-9]+', ' ', 'g') AS digits,
        list_filter(string_split(name, ' '), lambda word: regexp_matches(word, '[0-9]')) AS numbered,
        string_split(name, ' ') AS parts,
        parts[1] AS first,
        parts[-1][1] AS last_initial
    FROM plain
    WHERE name <> ''
),

same AS (
    SELECT a.node_id, b.node_id AS other_node_id, a.node_kind, a.source_kind, 1.0 AS likeness
    FROM named AS a
    JOIN named AS b
        ON b.node_kind = a.node_kind AND b.source_kind = a.source_kind AND b.letters = a.letters AND b.node_id > a.node_id
),

slips AS (
    SELECT a.node_id, b.node_id AS other_node_id, a.node_kind, a.source_kind, jaro_winkler_similarity(a.name, b.name) AS likeness
    FROM named AS a
    JOIN named AS b
        ON b.node_kind = a.node_kind AND b.source_kind = a.source_kind AND b.letters[:2] = a.letters[:2] AND b.digits = a.digits
        AND b.last_initial = a.last_initial AND b.node_id > a.node_id AND b.letters <> a.letters
        AND abs(length(b.name) - length(a.name)) <= 1
    WHERE
        least(length(a.name), length(b.name)) >= $near_duplicate_letters AND damerau_levenshtein(a.name, b.name) <= 1
        AND a.numbered = b.numbered
        -- First names that differ in their last letter are two people's: Carla and Carlo, Daniel and Daniela.
        AND NOT (
            length(a.parts) > 1 AND a.first <> b.first
            AND left(a.first, least(length(a.first), length(b.first)) - (length(a.first) = length(b.first))::INTEGER)
            = left(b.first, least(length(a.first), length(b.first)) - (length(a.first) = length(b.first))::INTEGER)
        )
)

SELECT node_id, other_node_id, node_kind, source_kind, round(likeness, 12) AS likeness
FROM (FROM same UNION ALL FROM slips)
WHERE likeness >= $near_duplicate_likeness
