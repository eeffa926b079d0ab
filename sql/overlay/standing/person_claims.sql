-- One row per claim and node of its object. The claims are the positive ones about the person (SELF) that hold at `as_of`. A
-- row has the predicate and the words of the claim. The node is that of the object in `kg.assertions`. `memory.claim_entity`
-- may say that the object is another entity; then the claim has a second row, with the node of that entity. Whether a claim
-- holds at a moment is decided as in `facts_as_of()`. Plans and events are left out.
WITH held AS (
    SELECT DISTINCT h.assertion_id, h.predicate_id, h.modality, w.from_utc
    FROM kg.claim_holdings AS h
    JOIN kg.claim_spans AS w USING (assertion_id)
    WHERE
        h.is_held AND h.starts_utc <= $as_of AND coalesce(h.ends_utc > $as_of, TRUE) AND NOT h.is_displaced
        AND w.is_sure AND w.known_from_utc <= $as_of AND h.modality <> 'intention'
),

meant AS (
    SELECT assertion_id, object_entity_id AS entity_id FROM kg.assertions
    UNION
    SELECT assertion_id, object_id FROM memory.claim_entity
)

SELECT
    n.node_id,
    p.canonical_label AS predicate,
    coalesce(lower(substr(m.text_raw, a.char_start + 1, a.char_end - a.char_start)), '') AS words,
    a.asserted_at_utc AS said_at,
    a.assertion_id,
    n.visibility_class
FROM held AS h
JOIN kg.assertions AS a USING (assertion_id)
JOIN kg.entities AS s ON s.entity_id = a.subject_entity_id
JOIN kg.predicates AS p ON p.predicate_id = h.predicate_id
JOIN meant AS o ON o.assertion_id = a.assertion_id
JOIN overlay.nodes AS n ON n.node_id = 'entity:' || o.entity_id
LEFT JOIN kg.messages AS m ON m.message_id = a.message_id
WHERE s.canonical_name = 'SELF' AND a.polarity = 'positive' AND p.category IS DISTINCT FROM 'event'
ORDER BY n.node_id, said_at NULLS LAST, a.assertion_id, predicate
