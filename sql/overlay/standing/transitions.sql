-- `overlay.context_transitions` (§16.6): one row per ended project and node. The end of the project affects the node. A
-- project has ended when all positive claims of the person that they work on it (`works_on`) have ended, were taken back, or
-- gave way to another value. Passing remarks do not count.
--
-- `effect` says what happens to the node. The project itself gets 'archive'. A goal, duty or procedure that was said in
-- conversations of the project gets 'archive', too, if all projects in whose conversations it was said have ended. Otherwise
-- it gets 'keep'. Nodes that are linked to the project get 'keep'.
WITH worked AS (
    SELECT
        'entity:' || a.object_entity_id AS work_context_id,
        bool_and(t.status IN ('negated', 'retracted', 'superseded') OR coalesce(s.until_utc <= $as_of, FALSE)) AS is_over,
        max(coalesce(s.until_utc, s.decided_utc)) AS closed_at
    FROM kg.assertions AS a
    JOIN kg.predicates AS p ON p.predicate_id = a.predicate_id AND p.canonical_label = 'works_on'
    JOIN kg.assertion_temporalized AS t USING (assertion_id)
    JOIN kg.claim_spans AS s USING (assertion_id)
    WHERE
        a.asserted_role = 'user' AND a.polarity = 'positive' AND a.object_entity_id IS NOT NULL AND NOT s.is_corrected
        AND coalesce(s.doubt, '') <> 'passing'
    GROUP BY ALL
),

closed AS (
    SELECT w.work_context_id, w.closed_at
    FROM worked AS w
    JOIN overlay.nodes AS n ON n.node_id = w.work_context_id
    WHERE w.is_over AND n.subtype IN ('project', 'matter', 'work_context')
),

-- Goals, duties and procedures belong to the projects of the conversations in which they were said.
said AS (
    SELECT DISTINCT e.node_id, t.work_context_id
    FROM overlay.confidence_events AS e
    JOIN kg.messages AS m USING (message_id)
    JOIN overlay.conversation_threads AS t ON t.thread_id = m.conversation_id
    JOIN overlay.nodes AS n ON n.node_id = e.node_id
    WHERE n.node_kind IN ('goal', 'obligation', 'procedure', 'standing_procedure')
),

members AS (
    SELECT
        s.node_id,
        s.work_context_id,
        count(c.work_context_id) OVER (PARTITION BY s.node_id) = count(*) OVER (PARTITION BY s.node_id) AS has_no_other
    FROM said AS s
    LEFT JOIN closed AS c USING (work_context_id)
)

SELECT c.work_context_id, c.work_context_id AS node_id, 'archive' AS effect, c.closed_at
FROM closed AS c
UNION ALL
SELECT c.work_context_id, m.node_id, CASE WHEN m.has_no_other THEN 'archive' ELSE 'keep' END, c.closed_at
FROM members AS m
JOIN closed AS c USING (work_context_id)
UNION ALL
SELECT DISTINCT c.work_context_id, e.source_id, 'keep', c.closed_at
FROM overlay.edges AS e
JOIN closed AS c ON c.work_context_id = e.target_id
WHERE e.relation_type = 'linked_to_context'
