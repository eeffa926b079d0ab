-- Pairs of nodes that are named nearly alike (§42.2, §42.6), each pair once: names that are the same without accents, blanks,
-- marks and what organizations end with, and long names of which one is the other but for one slip: a letter more, less, other,
-- or two swapped.
WITH plain AS (
    SELECT
        node_id,
        node_kind,
        source_kind,
        trim(regexp_replace(strip_accents(lower(canonical_name)), '[^[:alnum:]]+', ' ', 'g')) AS words,
        trim(regexp_replace(words, ' (inc|llc|ltd|gmbh|ag|co|corp|plc|sa)$', '')) AS name
    FROM overlay.nodes
    WHERE is_active AND source_kind <> 'thread' AND canonical_name <> 'SELF'
),

named AS (
    SELECT
        *,
        replace(name, ' ', '') AS letters,
        -- What differs in a number differs: "Q1 report" is no slip of "Q2 report".
        regexp_replace(name, '[^0-9]+', ' ', 'g') AS digits,
        string_split(name, ' ')[-1][1] AS last_initial
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
    WHERE least(length(a.name), length(b.name)) >= $near_duplicate_letters AND damerau_levenshtein(a.name, b.name) <= 1
)

SELECT node_id, other_node_id, node_kind, source_kind, round(likeness, 12) AS likeness
FROM (FROM same UNION ALL FROM slips)
WHERE likeness >= $near_duplicate_likeness
