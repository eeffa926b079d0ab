-- The entities that some messages name or tell of, most mentioned first, with their newest occupation and employer.
WITH ids AS (
    SELECT coalesce(e.merged_into, e.entity_id) AS entity_id
    FROM entity_mentions n JOIN entities__named e USING (entity_id)
    WHERE n.message_id IN (SELECT unnest($messages::VARCHAR[]))
    UNION
    SELECT subject_entity_id FROM assertions WHERE message_id IN (SELECT unnest($messages::VARCHAR[]))
    UNION
    SELECT object_entity_id
    FROM assertions
    WHERE message_id IN (SELECT unnest($messages::VARCHAR[])) AND object_entity_id IS NOT NULL
),
work AS (
    SELECT
        a.subject_entity_id AS entity_id,
        p.canonical_label,
        object_words(o.canonical_name, a.object_value_type, a.object_value) AS object
    FROM assertions a
    JOIN ids i ON i.entity_id = a.subject_entity_id
    JOIN predicates p USING (predicate_id)
    LEFT JOIN entities o ON o.entity_id = a.object_entity_id
    WHERE p.canonical_label IN ('works_as', 'works_at')
        AND a.polarity = 'positive'
        AND a.superseded_by_assertion_id IS NULL
    QUALIFY row_number() OVER (
        PARTITION BY a.subject_entity_id, p.canonical_label ORDER BY a.asserted_at_utc DESC, a.assertion_id
    ) = 1
)
SELECT
    e.entity_id,
    e.canonical_name AS name,
    e.entity_type AS type,
    role.object AS role,
    organization.object AS organization,
    e.aliases_json AS aliases,
    e.mention_count
FROM ids
JOIN entities e USING (entity_id)
LEFT JOIN work role ON role.entity_id = e.entity_id AND role.canonical_label = 'works_as'
LEFT JOIN work organization ON organization.entity_id = e.entity_id AND organization.canonical_label = 'works_at'
ORDER BY e.mention_count DESC, e.entity_id
LIMIT 50
