-- The relations that claims tell between entities; mentions are compared with them (design §9). For each pair of entities that
-- positive claims join, predicate and extraction method (`learned_by`) there are two rows, one in each direction, with the
-- highest confidence among these claims. Retracted claims are left out.
WITH said AS (
    SELECT
        'entity:' || a.subject_entity_id AS one,
        'entity:' || a.object_entity_id AS other,
        p.canonical_label AS predicate,
        a.confidence_final AS confidence,
        a.extraction_method AS learned_by
    FROM kg.assertions AS a
    JOIN kg.predicates AS p USING (predicate_id)
    JOIN kg.assertion_temporalized AS t USING (assertion_id)
    WHERE
        a.object_entity_id IS NOT NULL AND a.polarity = 'positive' AND a.subject_entity_id <> a.object_entity_id
        AND t.status <> 'retracted'
),

pairs AS (
    SELECT one, other, predicate, learned_by, max(confidence) AS confidence
    FROM said
    GROUP BY ALL
)

SELECT one, other, predicate, learned_by, confidence FROM pairs
UNION ALL
SELECT other, one, predicate, learned_by, confidence FROM pairs
