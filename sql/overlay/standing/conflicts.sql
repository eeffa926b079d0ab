-- `overlay.conflict_sets` (§35.4, §40): one row per pair of nodes that a current 'contradicts' edge joins. Both nodes are
-- kept. `dominant_node_id` is the one of higher rank. The first of these that is true of a node gives its rank:
-- - 4: the person vouches for the node.
-- - 3: a piece of its evidence has binding authority (`authority_type`) and is still current.
-- - 2: its evidence comes from several authors.
-- - 1: none of these.
-- If both have the same rank, `dominant_node_id` is NULL and the person is asked (§16.5).
WITH pairs AS (
    SELECT DISTINCT least(source_id, target_id) AS one, greatest(source_id, target_id) AS other
    FROM overlay.edges
    WHERE relation_type = 'contradicts' AND end_date IS NULL
),

backed AS (
    SELECT
        node_id,
        bool_or(entry_type IN ('confirmed_by_user', 'user_flagged', 'taught_by_user')) AS is_persons,
        bool_or(authority_type = 'binding' AND still_current = 'yes') AS is_binding,
        count(DISTINCT authorial_voice) AS voices
    FROM overlay.provenance_entries
    GROUP BY node_id
),

ranked AS (
    SELECT
        n.node_id,
        n.staleness_state = 'invalidated' AS is_overruled,
        b.is_binding,
        CASE
            WHEN n.lifecycle_state = 'managed' OR b.is_persons THEN 4
            WHEN b.is_binding THEN 3
            WHEN b.voices > 1 THEN 2
            ELSE 1
        END AS rank
    FROM overlay.nodes AS n
    LEFT JOIN backed AS b USING (node_id)
)

SELECT
    sha256('conflict|' || p.one || '|' || p.other) AS conflict_id,
    [p.one, p.other] AS node_ids,
    CASE
        WHEN a.is_overruled OR b.is_overruled THEN 'overruled_vs_current'
        WHEN a.is_binding AND b.is_binding THEN 'authority_vs_authority'
        WHEN a.is_binding OR b.is_binding THEN 'argument_vs_authority'
        ELSE 'framing_conflict'
    END AS conflict_kind,
    CASE WHEN a.rank > b.rank THEN p.one WHEN b.rank > a.rank THEN p.other END AS dominant_node_id,
    a.rank = b.rank AS needs_user_review
FROM pairs AS p
JOIN ranked AS a ON a.node_id = p.one
JOIN ranked AS b ON b.node_id = p.other
