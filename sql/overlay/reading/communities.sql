-- `overlay.community_summaries` (§42.7): one row per node that belongs to a group of nodes with nearly the same name. Two
-- nodes are in one group if pairs of alike.sql join them, directly or through other nodes. Groups of fewer than
-- `community_members` nodes are left out. The node with the highest confidence represents its group (`stands_for_all`). A
-- search by words of a name finds only this node, so that one thing does not come up many times. No node is removed. Reads the
-- rows of alike.sql.
WITH RECURSIVE both_ways AS (
    SELECT node_id AS one, other_node_id AS other FROM alike
    UNION
    SELECT other_node_id, node_id FROM alike
),

reached AS (
    SELECT one, one AS other FROM both_ways
    UNION
    SELECT r.one, b.other FROM reached AS r JOIN both_ways AS b ON b.one = r.other
),

grouped AS (
    SELECT one AS node_id, min(other) AS first_id, count(*) AS members
    FROM reached
    GROUP BY one
)

SELECT
    sha256('community|' || g.first_id) AS summary_id,
    g.node_id,
    n.canonical_name AS name,
    g.members,
    row_number() OVER (PARTITION BY g.first_id ORDER BY n.confidence DESC, g.node_id) = 1 AS stands_for_all,
    n.visibility_class
FROM grouped AS g
JOIN overlay.nodes AS n USING (node_id)
WHERE g.members >= $community_members
