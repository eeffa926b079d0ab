-- `overlay.knowledge_telemetry` (§41.8): one row per event in the life of the overlay (`kind`). These are the events:
-- - a node of tier A or B was created or corrected;
-- - an entity was promoted: before, only an assistant had spoken of it, and then other evidence came;
-- - an entity was merged into another;
-- - the person accepted or rejected a suggested relation or name;
-- - a commit was made or rolled back.
-- The caller gives `commits` (the rows of `overlay.knowledge_commits`) and `mutations` (what each commit changed).
WITH own AS (
    SELECT e.node_id, min(e.occurred_at) AS put_forward_at
    FROM overlay.confidence_events AS e
    WHERE e.entry_type <> 'agent_observation'
    GROUP BY e.node_id
),

surfaces AS (
    SELECT e.node_id, min_by(m.source_kind, {'at': e.occurred_at, 'id': e.event_id}) AS surface
    FROM overlay.confidence_events AS e
    JOIN kg.messages AS m USING (message_id)
    GROUP BY e.node_id
),

events AS (
    SELECT 'entity_created' AS kind, node_id, NULL AS commit_id, NULL AS prior_state, NULL AS new_state, changed_at AS created_at,
        NULL AS position
    FROM overlay.change_records
    WHERE change_type = 'created'
    UNION ALL
    SELECT 'memory_corrected', node_id, NULL, NULL, NULL, changed_at, NULL
    FROM overlay.change_records
    WHERE change_type = 'corrected'
    UNION ALL
    -- An entity is promoted by its first confidence event that is not from an assistant, if the entity existed before that.
    SELECT 'entity_promoted', n.node_id, NULL, 'observed', n.lifecycle_state, o.put_forward_at, NULL
    FROM overlay.nodes AS n
    JOIN own AS o USING (node_id)
    WHERE n.source_kind = 'entity' AND n.lifecycle_state <> 'observed' AND o.put_forward_at > n.created_at
    UNION ALL
    SELECT
        CASE kind WHEN 'rollback' THEN 'knowledge_commit_rolled_back' ELSE 'knowledge_commit_created' END,
        NULL, commit_id, NULL, NULL, NULL, position
    FROM commits
    UNION ALL
    SELECT
        CASE WHEN m.patch ->> '$.value.action' IN ('approve', 'create_new', 'link_existing') THEN 'suggestion_accepted'
            ELSE 'suggestion_rejected' END,
        n.node_id, c.commit_id, NULL, m.patch ->> '$.value.action', NULL, c.position
    FROM commits AS c
    JOIN mutations AS m USING (commit_id)
    LEFT JOIN overlay.nodes AS n
        ON n.node_id = coalesce(m.patch ->> '$.value.source_node_id', m.patch ->> '$.value.existing_node_id')
    WHERE c.source_event IN ('relation_reviewed', 'name_decided') AND m.type <> 'archive'
    UNION ALL
    SELECT 'entity_merged', n.node_id, c.commit_id, NULL, 'merged', NULL, c.position
    FROM commits AS c
    JOIN mutations AS m USING (commit_id)
    LEFT JOIN overlay.nodes AS n ON n.node_id = 'entity:' || (m.patch ->> '$.value.into.entity_id')
    WHERE c.source_event = 'entities_merged'
)

SELECT
    sha256(concat_ws('|', e.kind, coalesce(e.node_id, ''), coalesce(e.commit_id, ''), coalesce(e.created_at, ''))) AS event_id,
    e.kind,
    e.node_id,
    e.commit_id,
    s.surface,
    e.prior_state,
    e.new_state,
    coalesce(n.visibility_class, 'local_only') AS visibility_class,
    e.created_at,
    e.position
FROM events AS e
LEFT JOIN overlay.nodes AS n USING (node_id)
LEFT JOIN surfaces AS s USING (node_id)
QUALIFY row_number() OVER (PARTITION BY event_id ORDER BY e.prior_state, e.new_state) = 1
