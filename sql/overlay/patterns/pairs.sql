-- One row per pair of nodes that the person often names together (§42A.5.3). The two are named together in at least
-- `pattern_min_pair_support` conversations, and at least `pattern_min_lift` times as often as chance would have it (`lift`).
-- Only the `pattern_max_nodes` nodes named in the most conversations are paired. A node with more than `pattern_hub_degree`
-- such partners is a hub. All its pairs are left out, because a hub would tie everything together. Reads the rows of
-- sightings.sql.
WITH named AS (SELECT DISTINCT conversation_id, node_id FROM sightings),

totals AS (SELECT count(DISTINCT conversation_id) AS conversations FROM named),

counts AS (SELECT node_id, count(*) AS conversations FROM named GROUP BY node_id),

considered AS (
    SELECT node_id
    FROM counts
    QUALIFY row_number() OVER (ORDER BY conversations DESC, node_id) <= $pattern_max_nodes
),

together AS (
    SELECT a.node_id AS one, b.node_id AS other, count(*) AS conversations
    FROM named AS a
    JOIN named AS b ON b.conversation_id = a.conversation_id AND b.node_id > a.node_id
    SEMI JOIN considered AS ca ON ca.node_id = a.node_id
    SEMI JOIN considered AS cb ON cb.node_id = b.node_id
    GROUP BY ALL
    HAVING count(*) >= $pattern_min_pair_support
),

lifted AS (
    SELECT t.one, t.other, t.conversations * n.conversations::DOUBLE / (a.conversations * b.conversations) AS lift
    FROM together AS t
    JOIN counts AS a ON a.node_id = t.one
    JOIN counts AS b ON b.node_id = t.other
    CROSS JOIN totals AS n
),

frequent AS (SELECT * FROM lifted WHERE lift >= $pattern_min_lift),

degrees AS (
    SELECT node_id, count(*) AS degree
    FROM (SELECT one AS node_id FROM frequent UNION ALL SELECT other FROM frequent)
    GROUP BY node_id
)

SELECT f.one, f.other, round(f.lift, 12) AS lift
FROM frequent AS f
JOIN degrees AS a ON a.node_id = f.one AND a.degree <= $pattern_hub_degree
JOIN degrees AS b ON b.node_id = f.other AND b.degree <= $pattern_hub_degree
ORDER BY f.one, f.other
