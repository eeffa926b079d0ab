-- One row per edge of the graph of people: who acted in an event (ACTED_IN), what an event is about (ABOUT), and which two
-- entities may be the same (POSSIBLY_SAME). The caller gives `event_actor` (the rows of event_actor.sql) and `event_subject`
-- (the rows of event_subject.sql).
WITH unsure AS (
    SELECT
        least(entity_a_id, entity_b_id) AS src_id,
        greatest(entity_a_id, entity_b_id) AS dst_id,
        round(1 / (1 + exp(-log_odds)), 12) AS confidence,
        reason
    FROM memory.dedup_decision
    WHERE verdict = 'uncertain' AND entity_a_id <> entity_b_id
    QUALIFY
        row_number() OVER (
            PARTITION BY least(entity_a_id, entity_b_id), greatest(entity_a_id, entity_b_id)
            ORDER BY log_odds DESC, decision_id
        ) = 1
)
SELECT 'ACTED_IN' AS edge_type, entity_id AS src_id, event_id AS dst_id, role, NULL::DOUBLE AS confidence, NULL AS reason
FROM event_actor
UNION ALL
SELECT 'ABOUT', event_id, entity_id, NULL, NULL, NULL
FROM event_subject
UNION ALL
SELECT 'POSSIBLY_SAME', src_id, dst_id, NULL, confidence, reason
FROM unsure
ORDER BY edge_type, src_id, dst_id
