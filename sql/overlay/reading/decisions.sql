-- `overlay.decision_checkpoints`: one row per decision of the person up to `as_of`, with the nodes of the entities that the
-- same message mentions. A decision is a positive claim of the person that they decided something (predicate `decided`).
-- Claims without an object are left out.
SELECT
    a.assertion_id AS decision_id,
    m.conversation_id AS thread_id,
    a.message_id,
    coalesce(e.canonical_name, json_extract_string(a.object_value, '$'), a.object_value) AS description,
    coalesce(list(DISTINCT o.node_id ORDER BY o.node_id) FILTER (o.node_id IS NOT NULL), [])
        AS linked_entity_ids,
    coalesce(a.asserted_at_utc, $horizon) AS occurred_at
FROM kg.assertions AS a
JOIN kg.predicates AS p ON p.predicate_id = a.predicate_id AND p.canonical_label = 'decided'
JOIN kg.messages AS m USING (message_id)
JOIN kg.entities AS s ON s.entity_id = a.subject_entity_id AND s.entity_key = '__SELF__'
LEFT JOIN kg.entities AS e ON e.entity_id = a.object_entity_id
LEFT JOIN kg.entity_mentions AS n ON n.message_id = a.message_id
LEFT JOIN overlay.nodes AS o ON o.node_id = 'entity:' || n.entity_id
WHERE
    a.asserted_role = 'user' AND a.polarity = 'positive' AND coalesce(a.asserted_at_utc, $horizon) <= $as_of
    AND coalesce(e.canonical_name, a.object_value) IS NOT NULL
GROUP BY ALL
