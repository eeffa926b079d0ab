-- One row per edge from an assertion to its subject, its predicate, its object or its valid time (§6.5.1, §6.5.2). If the
-- settings ask for them, there are also edges to its time mention and to its message. Each end of an edge is given by its node
-- type and its source id, the id that the thing has in its own table.
WITH claims AS (
    SELECT a.*, t.valid_from_utc, t.valid_to_utc, t.valid_until_hint_utc
    FROM kg.assertions AS a
    LEFT JOIN kg.assertion_temporalized AS t USING (assertion_id)
)
SELECT
    'HAS_SUBJECT' AS edge_type,
    'Assertion' AS src_type,
    assertion_id AS src_source_id,
    'Entity' AS dst_type,
    subject_entity_id AS dst_source_id,
    CASE
        WHEN $include_detection_tier_metadata THEN to_json({'detection_tier': subject_detection_tier})::VARCHAR
    END AS metadata_json
FROM claims
UNION ALL
SELECT 'HAS_PREDICATE', 'Assertion', assertion_id, 'Predicate', predicate_id, NULL FROM claims
UNION ALL
SELECT
    'HAS_OBJECT',
    'Assertion',
    assertion_id,
    'Entity',
    object_entity_id,
    CASE WHEN $include_detection_tier_metadata THEN to_json({'detection_tier': object_detection_tier})::VARCHAR END
FROM claims
WHERE object_entity_id IS NOT NULL
UNION ALL
SELECT
    'HAS_OBJECT',
    'Assertion',
    assertion_id,
    'Value',
    sha256(json_array(object_value_type, object_value)::VARCHAR),
    NULL
FROM claims
WHERE object_entity_id IS NULL AND object_value IS NOT NULL
UNION ALL
SELECT
    'VALID_IN',
    'Assertion',
    assertion_id,
    'TimeInterval',
    sha256(json_array(valid_from_utc, coalesce(valid_to_utc, '__NULL__'))::VARCHAR),
    NULL
FROM claims
WHERE valid_from_utc IS NOT NULL
UNION ALL
SELECT
    'VALID_UNTIL_HINT',
    'Assertion',
    assertion_id,
    'TimeInterval',
    sha256(json_array('__NULL__', valid_until_hint_utc)::VARCHAR),
    NULL
FROM claims
WHERE valid_until_hint_utc IS NOT NULL
UNION ALL
SELECT
    'QUALIFIED_BY_TIME',
    'Assertion',
    assertion_id,
    'TimeMention',
    temporal_qualifier_id,
    to_json({'temporal_qualifier_type': temporal_qualifier_type})::VARCHAR
FROM claims
WHERE $include_time_qualifier_edges AND temporal_qualifier_id IS NOT NULL
UNION ALL
SELECT 'ASSERTED_IN', 'Assertion', assertion_id, 'Message', message_id, NULL FROM claims WHERE $include_message_nodes
