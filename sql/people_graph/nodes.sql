-- One row per node of the graph of people: an entity of `memory.entity` or an event of `memory.semantic_event`.
SELECT
    entity_id AS node_id,
    'Entity' AS label,
    entity_type AS kind,
    canonical_name AS name,
    NULL AS event_time_utc,
    json_object('email', email, 'organization', organization, 'relation', relation, 'role', role) AS properties_json
FROM memory.entity
UNION ALL
SELECT
    event_id,
    'Event',
    category,
    narrative,
    event_time_utc,
    json_object('artifact_uid', artifact_uid, 'confidence', confidence, 'revision_id', revision_id)
FROM memory.semantic_event
ORDER BY node_id
