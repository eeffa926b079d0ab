-- `overlay.confidence_events` (§5.2): one row per piece of evidence about a node, with what it adds. Evidence that supports
-- the node ('bears') adds to alpha (`delta_alpha`); evidence against it ('opposes') adds to beta (`delta_beta`).
--
-- Evidence whose `entry_type` has no weight is left out. The first evidence of a node is also left out if it supports the node
-- and nodes of this kind start with alpha above beta. The start value already counts this evidence. Reads the rows of
-- evidence.sql and things.sql. The caller gives `kinds` (tier, half-life, first alpha and beta of each kind of node) and
-- `weights` (the weight of each `entry_type`).
SELECT
    sha256(concat_ws('|', e.node_id, e.message_id, coalesce(e.assertion_id, ''), e.entry_type)) AS event_id,
    e.node_id,
    e.entry_type,
    CASE WHEN e.direction = 'bears' THEN w.weight ELSE 0.0 END AS delta_alpha,
    CASE WHEN e.direction = 'opposes' THEN w.weight ELSE 0.0 END AS delta_beta,
    e.said_at AS occurred_at,
    e.message_id,
    e.assertion_id
FROM evidence AS e
JOIN things AS t USING (node_id)
JOIN kinds AS k USING (node_kind)
JOIN weights AS w USING (entry_type)
WHERE NOT (e.place_from_first = 1 AND e.direction = 'bears' AND k.alpha > k.beta)
