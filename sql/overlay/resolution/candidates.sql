-- One row per mention, node and method, if the mention may mean the node (§42A.2.8). `method` says why: the person said so
-- ('user_corrected'), the mention is a name of the node ('alias_exact'), or it shares words with a name ('fts5_bm25').
-- `raw_score` says how well the two fit. If the person has said which node a mention means, that node is the only one. Reads
-- the rows of observations.sql, lexicon.sql and by_words.sql. The caller gives `retargets` (which node the person said a
-- mention means).
WITH corrected AS (
    SELECT o.mention_id, r.to_node_id AS node_id
    FROM observations AS o
    JOIN retargets AS r
        ON r.message_id = o.observation_id AND r.char_start = o.start_offset AND r.char_end = o.end_offset
    SEMI JOIN overlay.nodes AS n ON n.node_id = r.to_node_id
)

SELECT mention_id, node_id, 'user_corrected' AS method, 1.0 AS raw_score FROM corrected
UNION ALL
SELECT o.mention_id, l.node_id, 'alias_exact', l.raw_alias_score
FROM observations AS o
JOIN lexicon AS l ON l.normalized_alias = o.normalized_mention
ANTI JOIN corrected AS c ON c.mention_id = o.mention_id
WHERE $alias_matching_enabled
QUALIFY row_number() OVER (PARTITION BY o.mention_id ORDER BY l.raw_alias_score DESC, l.node_id) <= $most_candidates
UNION ALL
SELECT o.mention_id, w.node_id, 'fts5_bm25', w.raw_score
FROM observations AS o
JOIN by_words AS w USING (normalized_mention)
ANTI JOIN corrected AS c ON c.mention_id = o.mention_id
