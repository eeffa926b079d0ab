-- Pairs of nodes that are named nearly alike (§42.2, §42.6), each pair once: names that are the same without accents, blanks,
-- marks, articles, middle initials and what organizations end with, and long names of which one is the other but for one slip:
-- a letter more, less, other, or two swapped.
WITH plain AS (
    SELECT
        node_id,
        node_kind,
        source_kind,
        trim(regexp_replace(strip_accents(lower(replace(canonical_name, '&', ' and '))), '[^[:alnum:]]+', ' ', 'g')) AS words,
        trim(regexp_replace(words, ' (inc|llc|ltd|limited|gmbh|ag|kg|co|corp|plc|sa|ab|as|oy|bv|nv|srl|spa)$', '')) AS bare,
        regexp_replace(regexp_replace(bare, '^the (.)', '\1'), '\bst ', 'saint ', 'g') AS opened,
        -- One letter between others is an initial, if it is no number's.
        regexp_replace(opened, '^([a-z]{2,}) [a-z] ([a-z]{2,})$', '\1 \2') AS name
    FROM overlay.nodes
    WHERE is_active AND source_kind <> 'thread' AND canonical_name <> 'SELF'
),

named AS (
    SELECT
        *,
        replace(name, ' ', '') AS letters,
        -- What differs in a number differs: "Q1 report" is no slip of "Q2 report"; and so does "12B" from "12C".
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
        -- The last letter tells a Carla from a Carlo and a Daniel from a Daniela.
        AND NOT (
            length(a.parts) > 1 AND a.first <> b.first
            AND left(a.first, least(length(a.first), length(b.first)) - (length(a.first) = length(b.first))::INTEGER)
            = left(b.first, least(length(a.first), length(b.first)) - (length(a.first) = length(b.first))::INTEGER)
        )
)

SELECT node_id, other_node_id, node_kind, source_kind, round(likeness, 12) AS likeness
FROM (FROM same UNION ALL FROM slips)
WHERE likeness >= $near_duplicate_likeness
