-- One row per assertion that counts for profiles: its subject is a focal entity, and its status is one of
-- $allowed_assertion_statuses. The row has the member, which is the entity or the literal that the assertion is about; it is
-- NULL if there is none. Questions are left out, and so are assertions that a correction replaced (design §9). The caller
-- gives `focal` (the rows of focal.sql whose id is an active entity).
WITH claims AS (
    SELECT
        f.entity_id,
        a.assertion_id,
        a.message_id,
        t.valid_from_utc,
        a.object_value_type,
        a.object_value,
        o.entity_id AS object_id,
        o.canonical_name AS object_name,
        o.entity_type AS object_type,
        a.predicate_id,
        a.modality,
        a.polarity,
        a.confidence_final
    FROM focal AS f
    JOIN kg.assertions AS a ON a.subject_entity_id = f.entity_id
    JOIN kg.assertion_temporalized AS t USING (assertion_id)
    LEFT JOIN kg.entities AS o ON o.entity_id = a.object_entity_id AND o.status = 'active' AND o.entity_id <> f.entity_id
    WHERE list_contains($allowed_assertion_statuses::VARCHAR[], t.status)
        AND a.modality <> 'question'
        AND a.supersession_type IS DISTINCT FROM 'correction'
),
-- The object of a claim may be words where that of another is an entity of this name: "Harbour" in "I started Harbour" and in "I
-- work on Harbour". To the person both are one thing, so the words count as the entity.
namesakes AS (
    SELECT
        entity_id,
        lower(object_name) AS name,
        min(object_id) AS object_id,
        min(object_name) AS object_name,
        min(object_type) AS object_type
    FROM claims
    WHERE object_id IS NOT NULL AND $literals_stand_for_entities
    GROUP BY entity_id, lower(object_name)
    HAVING count(DISTINCT object_id) = 1
),
meant AS (
    SELECT
        c.* EXCLUDE (object_id, object_name, object_type),
        coalesce(c.object_id, n.object_id) AS object_id,
        coalesce(c.object_name, n.object_name) AS object_name,
        coalesce(c.object_type, n.object_type) AS object_type
    FROM claims AS c
    LEFT JOIN namesakes AS n
        ON n.entity_id = c.entity_id AND c.object_value_type = 'string' AND n.name = lower(c.object_value ->> '$')
)
SELECT
    m.entity_id,
    m.assertion_id,
    m.message_id,
    m.valid_from_utc,
    date_trunc('month', m.valid_from_utc::TIMESTAMPTZ AT TIME ZONE $anchor_timezone)::TIMESTAMP AS month,
    CASE
        WHEN m.object_id IS NOT NULL THEN 'Entity'
        WHEN m.object_value IS NOT NULL AND $include_value_members THEN 'Value'
    END AS member_node_type,
    -- §6.2: of a literal sha256(JCS([object_value_type, object_value])), the value as its stored text (design §9).
    CASE
        WHEN m.object_id IS NOT NULL THEN m.object_id
        WHEN m.object_value IS NOT NULL AND $include_value_members
            THEN sha256(json_array(m.object_value_type, m.object_value)::VARCHAR)
    END AS member_source_id,
    coalesce(m.object_type, m.object_value_type) AS member_kind,
    CASE
        WHEN m.object_id IS NOT NULL THEN m.object_name
        WHEN m.object_value_type IN ('string', 'date') THEN m.object_value ->> '$'
        -- Sums and measures are {"unit": …, "value": …}.
        WHEN m.object_value_type = 'json'
            THEN coalesce((m.object_value ->> '$.value') || ' ' || (m.object_value ->> '$.unit'), m.object_value)
        ELSE m.object_value
    END AS label,
    m.object_id IS NULL AND m.object_value_type = 'string' AS is_words,
    m.predicate_id,
    p.canonical_label_norm AS predicate_label,
    p.category AS predicate_category,
    m.modality,
    m.polarity,
    m.confidence_final
FROM meant AS m
JOIN kg.predicates AS p USING (predicate_id)
ORDER BY m.entity_id, m.assertion_id
