-- Claims that were taken back (seed 000 §5.8.3): the first retraction in §5.8's order is the one that counts. When they
-- were true is left alone (§5.8.4).
WITH every AS (
    SELECT c.n, t.retraction_id, t.turn
    FROM takings AS t
    JOIN claims AS c ON c.assertion_id = t.target_assertion_id
    WHERE t.retraction_type <> 'temporal_bound'
    UNION ALL
    SELECT n, retraction_id, turn FROM fact_takings WHERE among = 1
)
SELECT
    n,
    min({'turn': turn, 'retraction_id': retraction_id}).retraction_id AS retraction_id,
    string_agg('"' || retraction_id || '"', ',' ORDER BY turn) AS retraction_ids
FROM every
GROUP BY n
