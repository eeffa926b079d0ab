-- `overlay.name_words` (§3.4): one row per name and word in it. `weight` is what the word adds to the BM25 of the name when a
-- mention has this word (BM25 is a score for texts that share words; its settings are `bm25_k1` and `bm25_b`). Reads the rows
-- of lexicon.sql.
WITH words AS (
    SELECT node_id, normalized_alias, unnest(list_distinct(string_split(normalized_alias, ' '))) AS word
    FROM lexicon
),

lengths AS (
    SELECT node_id, normalized_alias, length(string_split(normalized_alias, ' ')) AS words
    FROM lexicon
),

frequencies AS (SELECT word, count(*) AS names FROM words GROUP BY word),

sizes AS (SELECT count(*) AS names, sum(words) / greatest(count(*), 1) AS mean_words FROM lengths)

SELECT
    w.word,
    w.normalized_alias,
    w.node_id,
    round(
        ln(1 + (s.names - f.names + 0.5) / (f.names + 0.5)) * ($bm25_k1 + 1)
        / (1 + $bm25_k1 * (1 - $bm25_b + $bm25_b * l.words / s.mean_words)),
        12
    ) AS weight
FROM words AS w
JOIN lengths AS l USING (node_id, normalized_alias)
JOIN frequencies AS f USING (word)
CROSS JOIN sizes AS s
