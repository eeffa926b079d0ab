-- Which claims of the person say what an assistant's claim says, near it on its own path (§4.6.7; design §9 "Branches"):
-- among $coref_window_size ancestors or descendants, never on a sibling's branch. `claims` is given, and `alike` with
-- every pair of predicates that are held to say the same, each with itself included.
WITH RECURSIVE
answering AS (
    SELECT DISTINCT m.conversation_id
    FROM claims AS c
    JOIN kg.messages AS m USING (message_id)
    WHERE c.role = 'assistant'
),
nodes AS (
    SELECT m.message_id, m.parent_id, m.order_index
    FROM kg.messages AS m
    SEMI JOIN answering USING (conversation_id)
),
starts AS (
    SELECT DISTINCT message_id
    FROM claims
    WHERE role = 'assistant' OR can_corroborate
),
-- Only upwards: whoever has a descendant is an ancestor of it.
ways AS (
    SELECT n.message_id AS below, n.message_id AS above, n.parent_id, 0 AS distance
    FROM nodes AS n
    SEMI JOIN starts USING (message_id)
    UNION ALL
    SELECT w.below, n.message_id, n.parent_id, w.distance + 1
    FROM ways AS w
    JOIN nodes AS n ON n.message_id = w.parent_id
    WHERE w.distance < $coref_window_size
),
near AS (
    SELECT below AS message_id, above AS other FROM ways
    UNION
    SELECT above, below FROM ways
)
SELECT
    a.n,
    u.n AS other,
    s.similarity,
    n.order_index,
    u.message_id
FROM claims AS a
JOIN near AS w ON w.message_id = a.message_id
JOIN claims AS u
    ON u.message_id = w.other
    AND u.subject_entity_id = a.subject_entity_id
    AND u.object_match = a.object_match
    AND u.polarity = a.polarity
JOIN alike AS s ON s.predicate_id = a.predicate_id AND s.other_id = u.predicate_id
JOIN nodes AS n ON n.message_id = u.message_id
WHERE a.role = 'assistant' AND u.can_corroborate
ORDER BY a.n, n.order_index, u.message_id, u.n
