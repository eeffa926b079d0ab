-- `overlay.decision_memory` (§17.2): one row per decision of the person, with the sentence that says it (`reasoning`).
-- `similar_decision_ids` lists the earlier decisions that name at least two of the same nodes (SELF does not count).
-- `premises_changed` lists the nodes of this decision that were invalidated or corrected after it.
WITH linked AS (
    SELECT DISTINCT d.decision_id, d.occurred_at, n.node_id
    FROM (SELECT decision_id, occurred_at, unnest(linked_entity_ids) AS node_id FROM overlay.decision_checkpoints) AS d
    JOIN overlay.nodes AS n USING (node_id)
    WHERE n.canonical_name <> 'SELF'
),

pairs AS (
    SELECT l.decision_id, o.decision_id AS earlier_id, max(o.occurred_at) AS earlier_at
    FROM linked AS l
    JOIN linked AS o USING (node_id)
    WHERE (o.occurred_at, o.decision_id) < (l.occurred_at, l.decision_id)
    GROUP BY ALL
    HAVING count(*) >= 2
),

alike AS (
    SELECT decision_id, list(earlier_id ORDER BY earlier_at DESC, earlier_id) AS ids
    FROM pairs
    GROUP BY decision_id
),

shaken AS (
    SELECT l.decision_id, list(DISTINCT l.node_id ORDER BY l.node_id) AS node_ids
    FROM linked AS l
    JOIN overlay.change_records AS c USING (node_id)
    WHERE c.change_type IN ('invalidated', 'corrected') AND c.changed_at > l.occurred_at
    GROUP BY l.decision_id
),

told AS (
    SELECT d.decision_id, min({'start': s.char_start, 'stop': s.char_end}) AS sentence
    FROM overlay.decision_checkpoints AS d
    JOIN kg.assertions AS a ON a.assertion_id = d.decision_id
    JOIN kg.sentences AS s ON s.message_id = a.message_id AND s.char_start <= a.char_start AND s.char_end >= a.char_end
    GROUP BY d.decision_id
)

SELECT
    d.decision_id,
    d.description,
    substring(m.text_raw, t.sentence.start::INTEGER + 1, (t.sentence.stop - t.sentence.start)::INTEGER) AS reasoning,
    d.occurred_at AS known_at,
    d.thread_id,
    coalesce(s.ids, []) AS similar_decision_ids,
    coalesce(k.node_ids, []) AS premises_changed
FROM overlay.decision_checkpoints AS d
JOIN kg.messages AS m USING (message_id)
LEFT JOIN told AS t USING (decision_id)
LEFT JOIN alike AS s USING (decision_id)
LEFT JOIN shaken AS k USING (decision_id)
