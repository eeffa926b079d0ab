-- `kg.claim_holdings`: from when until when all that was said holds, by all that is known, as one stretch each. What words
-- date holds as `kg.claim_spans` has it; what names no time holds from when it was said. An event that begins a state
-- ("moved to Oslo", of where somebody lives) holds as that state too.
WITH said AS (
    SELECT
        t.assertion_id,
        a.predicate_id,
        t.subject_entity_id,
        a.object_signature,
        t.polarity,
        t.modality,
        t.modality = 'intention' AS is_plan,
        t.is_sure,
        t.is_functional,
        t.from_utc IS NOT NULL AS is_dated,
        coalesce(t.from_utc, t.known_from_utc) AS starts_utc,
        t.until_utc AS ends_utc,
        FALSE AS is_begun,
        {
            'at': t.known_from_utc, 'conversation': m.conversation_id, 'order': m.order_index,
            'place': t.char_start, 'assertion_id': t.assertion_id
        } AS turn
    FROM told AS t
    JOIN kg.assertions AS a USING (assertion_id)
    JOIN kg.messages AS m ON m.message_id = a.message_id
),
begun AS (
    SELECT
        s.* REPLACE (
            r.predicate_id AS predicate_id, 'state' AS modality, TRUE AS is_functional, NULL AS ends_utc, TRUE AS is_begun
        )
    FROM said AS s
    JOIN (
        SELECT DISTINCT predicate_id, unnest(begun_by) AS event_id FROM kg.invalidation_rules WHERE is_functional
    ) AS r ON r.event_id = s.predicate_id
    WHERE s.modality = 'fact' AND s.polarity = 'positive'
),
claimed AS (
    SELECT * FROM said
    UNION ALL
    SELECT * FROM begun
),
-- What stage 5 does not close: a claim without a time, and the state that an event began.
open AS (
    SELECT * FROM claimed WHERE polarity = 'positive' AND (NOT is_dated OR is_begun)
),
-- The contrary ends it, and where one value holds at a time, the next value that is said or begins.
followed AS (
    SELECT c.assertion_id, c.is_begun, n.starts_utc AS at_utc
    FROM open AS c
    JOIN claimed AS n
        ON n.subject_entity_id = c.subject_entity_id
        AND n.predicate_id = c.predicate_id
        AND n.object_signature = c.object_signature
        AND n.is_plan = c.is_plan
        AND n.is_sure = c.is_sure
    WHERE n.polarity = 'negative' AND CASE WHEN n.is_dated THEN n.starts_utc > c.starts_utc ELSE n.turn > c.turn END
    UNION ALL
    SELECT c.assertion_id, c.is_begun, greatest(n.starts_utc, c.starts_utc)
    FROM claimed AS c
    JOIN claimed AS n
        ON n.subject_entity_id = c.subject_entity_id
        AND n.predicate_id = c.predicate_id
        AND n.object_signature <> c.object_signature
        AND n.is_plan = c.is_plan
        AND n.is_sure = c.is_sure
    WHERE c.is_functional AND c.polarity = 'positive' AND n.polarity = 'positive'
        AND CASE
            -- Dated values stage 5 has compared.
            WHEN c.is_dated AND n.is_dated THEN c.is_begun AND n.starts_utc > c.starts_utc
            WHEN n.is_dated THEN n.starts_utc > c.starts_utc
                OR (n.turn > c.turn AND coalesce(n.ends_utc > c.starts_utc, TRUE))
            WHEN n.modality IN ('state', 'preference') THEN n.turn > c.turn AND n.starts_utc > c.starts_utc
        END
),
ended AS (
    SELECT assertion_id, is_begun, min(at_utc) AS at_utc FROM followed GROUP BY assertion_id, is_begun
)
SELECT
    c.assertion_id,
    c.predicate_id,
    c.is_begun,
    c.modality,
    c.starts_utc,
    least(c.ends_utc, e.at_utc) AS ends_utc,
    c.polarity = 'positive'
    AND (c.is_dated OR c.modality IN ('state', 'preference'))
    AND coalesce(least(c.ends_utc, e.at_utc) > c.starts_utc, TRUE) AS is_held
FROM claimed AS c
LEFT JOIN ended AS e ON e.assertion_id = c.assertion_id AND e.is_begun = c.is_begun
