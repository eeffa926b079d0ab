-- The earned `parent_concept` relations that would make a node its own ancestor (§35.8). From the parent of each relation the
-- walk goes up along firmer relations only (approved first, then by evidence score); a walk that comes back to the child is a
-- circle. `judged` is given.
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
