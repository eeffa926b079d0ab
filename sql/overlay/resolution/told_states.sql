-- One row per relation between two nodes that claims of the person told: how often, when first and when last, when it was last
-- denied, and until when it held (`held_until`). `held_until` is the latest end of its positive claims; it may lie in the
-- future. If one of them has no end, it is NULL.
--
-- Retracted and corrected claims do not count, and a relation that was only denied has no row. Only states count, not events:
-- that somebody once visited a town says nothing about the next mention of the town. The caller gives `predicate_relations`
-- (the relation type for each predicate).
SELECT
    'entity:' || a.subject_entity_id AS source_node_id,
    'entity:' || a.object_entity_id AS target_node_id,
    coalesce(r.relation_type, 'domain_' || p.canonical_label) AS relation_type,
    count(*) FILTER (a.polarity = 'positive') AS times,
    min(a.asserted_at_utc) FILTER (a.polarity = 'positive') AS first_told,
    max(a.asserted_at_utc) FILTER (a.polarity = 'positive') AS last_told,
    max(a.asserted_at_utc) FILTER (a.polarity = 'negative') AS last_denied,
    CASE
        WHEN bool_and(s.until_utc IS NOT NULL) FILTER (a.polarity = 'positive')
            THEN max(s.until_utc) FILTER (a.polarity = 'positive')
    END AS held_until
FROM kg.assertions AS a
JOIN kg.predicates AS p USING (predicate_id)
JOIN kg.assertion_temporalized AS t USING (assertion_id)
JOIN kg.claim_spans AS s USING (assertion_id)
LEFT JOIN predicate_relations AS r ON r.predicate = p.canonical_label
WHERE
    a.object_entity_id IS NOT NULL AND a.asserted_role = 'user' AND a.modality = 'state'
    AND t.status <> 'retracted' AND NOT s.is_corrected
GROUP BY ALL
HAVING times > 0
