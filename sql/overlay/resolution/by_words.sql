-- One row per mention text and node. The text may mean the node because it shares words with a name of the node (§42A.2.8,
-- pass B). Words of one letter do not count. `raw_score` multiplies two numbers: the name's BM25 (§3.4) divided by the best
-- BM25 for this mention, and the share of the mention's words that the name has (X-20). Each mention has at most
-- `most_candidates` nodes, each with a score of at least `fts_min_score`.
--
-- Two sorts of mentions are left out: descriptions ("the client") and references to documents. If `prefer_exact_over_fuzzy` is
-- set, mentions that a name fits exactly are left out, too. Reads the rows of observations.sql, lexicon.sql and
-- name_words.sql.
WITH asked AS (
    SELECT DISTINCT normalized_mention
    FROM observations AS o
    WHERE
        $fts_matching_enabled
        AND span_class NOT IN ('definite_description', 'generic_document_reference')
        AND NOT ($prefer_exact_over_fuzzy AND EXISTS (
            SELECT 1 FROM lexicon AS l WHERE l.normalized_alias = o.normalized_mention
        ))
),

asked_words AS (SELECT normalized_mention, unnest(list_distinct(string_split(normalized_mention, ' '))) AS word FROM asked),

scored AS (
    SELECT
        a.normalized_mention,
        n.node_id,
        n.normalized_alias,
        sum(n.weight::DECIMAL(38, 12))::DOUBLE AS bm25,
        count(DISTINCT a.word) AS matched
    FROM asked_words AS a
    JOIN name_words AS n USING (word)
    WHERE length(a.word) > 1
    GROUP BY ALL
),

best AS (SELECT normalized_mention, node_id, max(bm25) AS bm25, max(matched) AS matched FROM scored GROUP BY ALL),

shares AS (
    SELECT
        normalized_mention,
        node_id,
        bm25 / max(bm25) OVER (PARTITION BY normalized_mention)
        * matched / length(string_split(normalized_mention, ' ')) AS raw_score
    FROM best
)

SELECT normalized_mention, node_id, round(raw_score, 12) AS raw_score
FROM shares
WHERE raw_score >= $fts_min_score
QUALIFY row_number() OVER (PARTITION BY normalized_mention ORDER BY raw_score DESC, node_id) <= $most_candidates
