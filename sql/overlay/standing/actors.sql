-- `overlay.actor_domain_overlays` (§4.8): one row per person and project, if decisions in conversations of the project name
-- the person. A decision is what the person said they decided ("we decided to use Postgres"; overlay.decision_checkpoints). A
-- row has these decisions and the nodes of kind domain_concept (things like "Postgres") that the same decisions name. The
-- project is 'general' for conversations without a project. SELF is left out.
WITH linked AS (
    SELECT
        d.decision_id,
        d.occurred_at,
        coalesce(t.work_context_id, 'general') AS domain,
        n.node_id,
        n.subtype = 'person' AS is_person,
        n.node_kind = 'domain_concept' AS is_concept
    FROM (SELECT *, unnest(linked_entity_ids) AS node_id FROM overlay.decision_checkpoints) AS d
    JOIN overlay.conversation_threads AS t ON t.thread_id = d.thread_id
    JOIN overlay.nodes AS n ON n.node_id = d.node_id
    WHERE n.canonical_name <> 'SELF'
),

paired AS (
    SELECT a.node_id AS actor_entity_id, a.domain, a.decision_id, a.occurred_at, c.node_id AS concept_id
    FROM linked AS a
    LEFT JOIN linked AS c ON c.decision_id = a.decision_id AND c.is_concept
    WHERE a.is_person
)

SELECT
    actor_entity_id,
    domain,
    coalesce(list(DISTINCT concept_id ORDER BY concept_id) FILTER (concept_id IS NOT NULL), []) AS associated_concept_ids,
    list(DISTINCT decision_id ORDER BY decision_id) AS relevant_decisions
FROM paired
GROUP BY actor_entity_id, domain
