-- One row per `parent_concept` relation that must not become an edge because it would make a node its own ancestor (§35.8).
-- Each relation is checked from its parent upwards. Only firmer relations are followed: those that the person approved are the
-- firmest, then those with more evidence. If the way upwards comes back to the child, the relation closes a circle. Reads the
-- rows of judged.sql.
WITH RECURSIVE tree AS (
    SELECT
        evidence_bundle_id,
        source_node_id AS child,
        target_node_id AS parent,
        row_number() OVER (
            ORDER BY user_verdict = 'approved' DESC, evidence_score DESC, evidence_bundle_id
        ) AS place
    FROM judged
    WHERE relation_type = 'parent_concept' AND reason IN ('approved', 'single_mention', 'evidence')
),

walk AS (
    SELECT evidence_bundle_id, place, child, parent AS reached
    FROM tree
    UNION
    SELECT w.evidence_bundle_id, w.place, w.child, t.parent
    FROM walk AS w
    JOIN tree AS t ON t.child = w.reached AND t.place < w.place
    WHERE w.reached <> w.child
)

SELECT DISTINCT evidence_bundle_id
FROM walk
WHERE reached = child
