-- One row per statement, with its beginning and its end. Statements are what can be an answer when somebody asks what was so.
-- Each claim is a statement, except questions and claims that were taken back or corrected. An event that begins a state gives
-- a second statement, about that state (`is_begun`): "moved to Oslo" also says where somebody lives. Reads the rows of
-- spans.sql, claims.sql, pairs.sql and lifecycle.sql. The caller gives `invalidation_rules` (the rows of
-- `kg.invalidation_rules`).
WITH said AS (
    SELECT
        c.n,
        c.assertion_id,
        p.subject_entity_id,
        p.predicate_id,
        FALSE AS is_begun,
        c.object_signature,
        c.polarity,
        c.modality,
        c.modality = 'intention' AS is_plan,
        w.is_sure,
        w.is_functional,
        w.from_utc IS NOT NULL AS is_dated,
        w.is_told_as_over,
        -- A plan is held from when it is made; what names no beginning counts from when it was said.
        CASE
            WHEN w.from_utc IS NULL OR is_plan THEN least(w.from_utc, w.known_from_utc)
            ELSE w.from_utc
        END AS starts_utc,
        w.until_utc,
        w.until_precision,
        w.is_until_included,
        w.from_precision,
        w.believed_until_utc,
        w.known_from_utc,
        row_number() OVER (
            ORDER BY w.known_from_utc, c.conversation_id, c.order_index, c.place_in_message, c.assertion_id
        ) AS turn
    FROM spans AS w
    JOIN claims AS c USING (n)
    JOIN pairs AS p USING (pair)
    JOIN lifecycle AS f USING (n)
    WHERE c.modality <> 'question' AND f.status <> 'retracted' AND NOT w.is_corrected
),
-- Events that begin a state tell of the state too. Stage 5 closes no event, so the end that its words have is not the state's.
begun AS (
    SELECT
        s.* REPLACE (
            r.predicate_id AS predicate_id, TRUE AS is_begun, 'state' AS modality, TRUE AS is_functional,
            FALSE AS is_told_as_over, NULL AS until_utc, NULL AS until_precision, FALSE AS is_until_included
        )
    FROM said AS s
    JOIN (
        SELECT DISTINCT predicate_id, unnest(begun_by) AS event_id FROM invalidation_rules WHERE is_functional
    ) AS r ON r.event_id = s.predicate_id
    WHERE s.polarity = 'positive' AND s.modality = 'fact'
),
-- When a state that an event began is over: when another value of its relation begins, or when it is denied.
followed AS (
    SELECT
        b.n,
        b.predicate_id,
        min({'at_utc': s.starts_utc, 'precision': CASE WHEN s.is_dated THEN s.from_precision ELSE 'second' END}) AS by_words
    FROM begun AS b
    JOIN (
        SELECT * FROM said
        UNION ALL
        SELECT * FROM begun
    ) AS s
        ON s.subject_entity_id = b.subject_entity_id
        AND s.predicate_id = b.predicate_id
        AND s.is_sure = b.is_sure
        AND s.starts_utc > b.starts_utc
        AND (s.object_signature = b.object_signature) = (s.polarity = 'negative')
    WHERE b.is_dated AND NOT s.is_plan AND (s.is_dated OR s.polarity = 'negative')
    GROUP BY b.n, b.predicate_id
),
stated AS (
    SELECT * FROM said
    UNION ALL
    SELECT b.* REPLACE (f.by_words.at_utc AS until_utc, f.by_words.precision AS until_precision)
    FROM begun AS b
    LEFT JOIN followed AS f USING (n, predicate_id)
)
SELECT
    *,
    -- What cannot last is not believed for ever, unless its words say until when.
    coalesce(until_utc, believed_until_utc) AS ends_utc
FROM stated
