-- `overlay.effective_preferences` (§17.7): one row per project and preference that applies in this project. Constraints of the
-- person count as preferences, too (node kind `memory_directive`). The project '' stands for everything outside of projects.
-- Only projects with preferences of their own have rows.
--
-- A preference belongs to one project if all its evidence comes from conversations of this project. All other preferences are
-- global and apply in every project. Several preferences may differ only in a number ("at most 2 coffees", "at most 3
-- coffees"). Then only one of them applies: the project's own, else the newest.
WITH said AS (
    SELECT
        n.node_id,
        n.canonical_name,
        trim(regexp_replace(lower(n.canonical_name), '[0-9]+([.,][0-9]+)?', '', 'g')) AS topic,
        n.lifecycle_state,
        max(e.occurred_at) AS said_at,
        count(DISTINCT coalesce(t.work_context_id, '')) = 1 AS is_of_one,
        min(coalesce(t.work_context_id, '')) AS work_context_id
    FROM overlay.nodes AS n
    -- All evidence for or against the preference counts, also the old evidence that `overlay.provenance_entries` only sums up.
    JOIN overlay.confidence_events AS e USING (node_id)
    JOIN kg.messages AS m USING (message_id)
    LEFT JOIN overlay.conversation_threads AS t ON t.thread_id = m.conversation_id
    WHERE n.node_kind = 'memory_directive' AND n.is_active AND n.lifecycle_state <> 'archived'
    GROUP BY ALL
),

placed AS (SELECT *, CASE WHEN is_of_one THEN work_context_id ELSE '' END AS level_of FROM said),

places AS (SELECT DISTINCT level_of AS work_context_id FROM placed UNION SELECT ''),

offered AS (
    SELECT c.work_context_id, s.node_id, s.canonical_name, s.topic, s.said_at, s.level_of = c.work_context_id AS is_own
    FROM places AS c
    JOIN placed AS s ON s.level_of IN (c.work_context_id, '')
)

SELECT
    work_context_id,
    node_id,
    CASE WHEN work_context_id <> '' AND is_own THEN 'project' ELSE 'global' END AS level
FROM offered
QUALIFY row_number() OVER (
    PARTITION BY work_context_id, CASE WHEN topic = lower(canonical_name) THEN node_id ELSE topic END
    ORDER BY is_own DESC, said_at DESC, node_id
) = 1
