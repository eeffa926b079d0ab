-- One row per mention and node that it may mean, with its `score` and its `place` (1 is the best; §42A.2.8). The score is a
-- weighted mean of `raw_score` (how well the name fits) and `graph_context_score` (how well the node fits the surroundings).
-- The weights depend on the method that found the node. How many edges the node has does not matter. Reads the rows of
-- candidates.sql, observations.sql and graph_context.sql.
--
-- Speed: the CTEs `asked` and `fitting` are MATERIALIZED. Otherwise DuckDB joins them on `node_id` alone first, and a mention
-- of Ana meets the rows of all other mentions of Ana.
WITH asked AS MATERIALIZED (
    SELECT c.mention_id, c.node_id, c.method, c.raw_score, o.source_node_id, coalesce(o.work_context_id, '') AS context
    FROM candidates AS c
    JOIN observations AS o USING (mention_id)
),

fitting AS MATERIALIZED (
    SELECT node_id, source_node_id, coalesce(work_context_id, '') AS context, graph_context_score
    FROM graph_context
),

weighed AS (
    SELECT
        a.mention_id,
        a.node_id,
        a.method,
        g.graph_context_score,
        CASE a.method
            WHEN 'user_corrected' THEN 1.0
            WHEN 'alias_exact' THEN $score_of_exact
            WHEN 'fts5_bm25' THEN $score_of_words
        END AS weight,
        round(a.raw_score * weight + g.graph_context_score * (1 - weight), 12) AS score
    FROM asked AS a
    JOIN fitting AS g USING (node_id, source_node_id, context)
),

-- A node that was found in two ways counts by the better one.
one AS (
    SELECT *
    FROM weighed
    QUALIFY row_number() OVER (PARTITION BY mention_id, node_id ORDER BY score DESC, method, graph_context_score DESC) = 1
)

SELECT
    mention_id,
    node_id,
    method,
    score,
    graph_context_score,
    row_number() OVER (PARTITION BY mention_id ORDER BY score DESC, node_id) AS place,
    count(*) OVER (PARTITION BY mention_id) AS candidate_count,
    count(*) FILTER (method = 'alias_exact') OVER (PARTITION BY mention_id) AS exact_count,
    coalesce(lead(score) OVER (PARTITION BY mention_id ORDER BY score DESC, node_id), 0.0) AS next_score
FROM one
