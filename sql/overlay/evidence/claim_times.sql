-- One row per relation between two nodes that the person's own claims tell, with when it holds. `valid_from` is the earliest
-- beginning of these claims. `valid_until` is their last end, or NULL if a claim has no end. Questions are left out, and so
-- are negative, corrected and retracted claims. The caller gives `predicate_relations` (the relation type for each predicate).
WITH said AS (
    SELECT
        'entity:' || a.subject_entity_id AS one,
        'entity:' || a.object_entity_id AS other,
        coalesce(r.relation_type, 'domain_' || p.canonical_label) AS relation_type,
        s.from_utc,
        s.until_utc
    FROM kg.assertions AS a
    JOIN kg.predicates AS p USING (predicate_id)
    JOIN kg.assertion_temporalized AS t USING (assertion_id)
    JOIN kg.claim_spans AS s USING (assertion_id)
    LEFT JOIN predicate_relations AS r ON r.predicate = p.canonical_label
    WHERE
        a.object_entity_id IS NOT NULL AND a.asserted_role = 'user' AND a.polarity = 'positive' AND a.modality <> 'question'
        AND NOT s.is_corrected AND t.status <> 'retracted'
)

SELECT
    CASE WHEN t.directionality = 'undirected' THEN least(s.one, s.other) ELSE s.one END AS source_node_id,
    CASE WHEN t.directionality = 'undirected' THEN greatest(s.one, s.other) ELSE s.other END AS target_node_id,
    s.relation_type,
    min(s.from_utc) AS valid_from,
    CASE WHEN bool_and(s.until_utc IS NOT NULL) THEN max(s.until_utc) END AS valid_until
FROM said AS s
LEFT JOIN overlay.relation_types AS t USING (relation_type)
GROUP BY ALL
