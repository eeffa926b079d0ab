-- One row per pair of claims that say the same, one of an assistant and one of the person (§4.6.7). So the person themselves
-- said what the assistant claimed.
--
-- The two messages are at most $coref_window_size messages apart, and both lie on one path (design §9 "Branches"). Of the
-- person's claims, questions and claims that the person corrected do not count (`can_corroborate`). If one message of the
-- person says the same several times with one predicate, only the first of these claims counts. The caller gives `claims`
-- (those whose subject, object and polarity both the person and an assistant stated) and `alike` (every pair of predicates
-- that say the same; each predicate also forms a pair with itself).
--
-- Memory: messages have numbers here (`node`), and so has each combination of subject, object and polarity (`said`), because
-- numbers take a tenth of the memory that ids take.
WITH RECURSIVE
answering AS (
    SELECT DISTINCT m.conversation_id
    FROM claims AS c
    JOIN kg.messages AS m USING (message_id)
    WHERE c.role = 'assistant'
),
numbered AS MATERIALIZED (
    SELECT m.message_id, m.parent_id, m.order_index, row_number() OVER (ORDER BY m.message_id) AS node
    FROM kg.messages AS m
    SEMI JOIN answering USING (conversation_id)
),
nodes AS MATERIALIZED (
    SELECT n.node, p.node AS parent
    FROM numbered AS n
    LEFT JOIN numbered AS p ON p.message_id = n.parent_id
),
saying AS MATERIALIZED (
    SELECT
        c.n,
        m.node,
        c.role,
        c.can_corroborate,
        c.predicate_id,
        dense_rank() OVER (ORDER BY c.subject_entity_id, c.object_match, c.polarity) AS said
    FROM claims AS c
    JOIN numbered AS m USING (message_id)
),
starts AS (
    SELECT DISTINCT node
    FROM saying
    WHERE role = 'assistant' OR can_corroborate
),
-- This walks only upwards, from a message to those before it; `near` adds each pair the other way round.
ways AS (
    SELECT n.node AS below, n.node AS above, n.parent, 0 AS distance
    FROM nodes AS n
    SEMI JOIN starts USING (node)
    UNION ALL
    SELECT w.below, n.node, n.parent, w.distance + 1
    FROM ways AS w
    JOIN nodes AS n ON n.node = w.parent
    WHERE w.distance < $coref_window_size
),
near AS (
    SELECT w.below AS node, w.above AS other FROM ways AS w SEMI JOIN starts AS s ON s.node = w.above
    UNION
    SELECT w.above, w.below FROM ways AS w SEMI JOIN starts AS s ON s.node = w.above
),
corroborating AS (
    SELECT node, said, predicate_id, min(n) AS n
    FROM saying
    WHERE can_corroborate
    GROUP BY node, said, predicate_id
)
SELECT
    a.n,
    u.n AS other,
    s.similarity,
    m.order_index,
    m.message_id
FROM saying AS a
JOIN near AS w USING (node)
JOIN corroborating AS u ON u.node = w.other AND u.said = a.said
JOIN alike AS s ON s.predicate_id = a.predicate_id AND s.other_id = u.predicate_id
JOIN numbered AS m ON m.node = u.node
WHERE a.role = 'assistant'
ORDER BY a.n, m.order_index, m.message_id, u.n
