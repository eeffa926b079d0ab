-- Claims that were taken back (seed 000 §5.8.3): the first retraction in §5.8's order is the one that counts. When they
-- were true is left alone (§5.8.4). A correction that put another claim in its place has superseded it instead (§5.7).
WITH every AS (
    SELECT c.n, t.retraction_id, t.turn
    FROM takings AS t
    JOIN claims AS c ON c.assertion_id = t.target_assertion_id
    LEFT JOIN corrections AS k ON k.n = c.n
    WHERE t.retraction_type = 'full' OR (t.retraction_type = 'correction' AND k.n IS NULL)
    UNION ALL
    SELECT n, retraction_id, turn FROM fact_takings WHERE among = 1
)
SELECT
    n,
    min({'turn': turn, 'retraction_id': retraction_id}).retraction_id AS retraction_id,
    string_agg('"' || retraction_id || '"', ',' ORDER BY turn) AS retraction_ids
FROM every
GROUP BY n
