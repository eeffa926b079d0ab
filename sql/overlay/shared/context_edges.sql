-- One row per relation that positive claims tell, and direction: from `one` to `other`, and back (design §9). A relation here
-- is two entities, a predicate and an extraction method (`learned_by`). `confidence` is the highest of these claims. A mention
-- is more likely to mean a node that such a relation ties to the mention's surroundings. Retracted claims are left out.
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
