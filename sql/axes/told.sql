-- All claims in words, as `timeline` and the exports tell them.

CREATE MACRO states_begun() AS TABLE
SELECT DISTINCT predicate_id AS state_id, unnest(from_json(notes -> '$.begun_by', '["VARCHAR"]')) AS event_id
FROM invalidation_rules
WHERE is_functional;

COMMENT ON MACRO TABLE states_begun IS
    'Which relations tell of events that begin a state, by the rules of the build: moved_to begins lives_in.';

CREATE MACRO claims_told(with_unsure := FALSE) AS TABLE
WITH told AS (
    SELECT
        a.*,
        t.* EXCLUDE (assertion_id),
        coalesce(t.negated_by_assertion_id, t.temporal_superseded_by_assertion_id) AS closer_id,
        t.has_explicit_valid_time AND t.valid_from_utc IS NOT NULL AS is_dated,
        -- As in `facts_as_of`: what the person did not say, or nobody can be sure of, is no fact.
        NOT list_has_any(
            from_json(t.raw_temporalize_json -> '$.eligibility_reasons', '["VARCHAR"]'),
            ['NOT_USER_GROUNDED', 'CONFIDENCE_BELOW_THRESHOLD']
        ) AS is_sure,
        claim_end(
            is_dated, t.valid_time_type, a.modality, t.valid_from_utc, t.valid_to_utc, t.valid_until_hint_utc,
            t.valid_time_precision
        ) AS ends_utc
    FROM assertions AS a
    JOIN assertion_temporalized AS t USING (assertion_id)
    WHERE a.modality <> 'question'
        AND (is_sure OR with_unsure)
),
-- How exact the words of an end are, which is the beginning of what they name, or its end for what began in it; without
-- such words it is the end's own message that dates it.
ends AS (
    SELECT retraction_id, moment, min(precision) AS precision, bool_and(is_whole) AS is_whole
    FROM (
        SELECT
            r.retraction_id,
            t.resolution_granularity AS precision,
            unnest([
                {'moment': t.valid_from_utc, 'is_whole': FALSE}, {'moment': t.valid_to_utc, 'is_whole': TRUE}
            ], recursive := TRUE)
        FROM retractions AS r
        JOIN time_mentions AS t ON t.message_id = r.retraction_message_id
        WHERE r.retraction_type = 'temporal_bound'
    )
    WHERE moment IS NOT NULL
    GROUP BY retraction_id, moment
)
SELECT
    CASE WHEN h.is_dated THEN h.valid_from_utc END AS valid_from_utc,
    h.ends_utc AS valid_to_utc,
    CASE WHEN h.is_dated THEN h.valid_time_precision END AS valid_from_precision,
    CASE
        WHEN h.ends_utc IS NULL THEN NULL
        WHEN
            h.status IN ('superseded', 'negated')
            AND h.valid_to_utc IN (closing.valid_from_utc, closing.valid_until_hint_utc, closing.valid_to_utc)
            THEN closing.valid_time_precision
        WHEN h.status = 'negated' AND h.is_dated THEN coalesce(e.precision, 'second')
        ELSE h.valid_time_precision
    END AS valid_to_precision,
    s.canonical_name AS subject,
    p.canonical_label AS predicate,
    object_words(o.canonical_name, h.object_value_type, h.object_value) AS object,
    h.polarity,
    h.modality,
    h.status,
    CASE
        WHEN h.status = 'retracted' THEN 'taken back'
        WHEN h.status = 'negated' AND coalesce(c.polarity, 'positive') = 'positive' THEN 'said to be over'
        WHEN h.status = 'negated' THEN 'denied'
        WHEN h.status = 'superseded' AND h.rule_id_applied IS NULL THEN 'corrected'
        WHEN h.status = 'superseded' THEN 'followed by'
        WHEN h.status = 'conflicted' THEN 'disputed'
    END AS outcome,
    -- The value that came after, or the words that ended it.
    CASE
        WHEN h.status = 'superseded'
            THEN object_words(co.canonical_name, c.object_value_type, c.object_value)
        WHEN h.status IN ('negated', 'retracted') THEN coalesce(c.surface_text, r.surface_text)
    END AS ended_by,
    CASE
        WHEN h.status = 'superseded' OR h.negated_by_assertion_id IS NOT NULL THEN c.message_id
        ELSE r.retraction_message_id
    END AS ended_by_message_id,
    h.asserted_at_utc AS said_at_utc,
    h.confidence_final AS confidence,
    h.message_id,
    h.char_start,
    h.char_end,
    h.assertion_id,
    h.subject_entity_id,
    h.predicate_id,
    h.object_entity_id,
    h.temporal_superseded_by_assertion_id,
    h.retracted_by_retraction_id,
    h.negated_by_assertion_id,
    -- Whether words name the last stretch that is included, or the moment when it was over.
    CASE
        WHEN h.status = 'negated' THEN coalesce(c.polarity = 'positive', e.is_whole, FALSE)
        ELSE h.status <> 'superseded' OR h.rule_id_applied IS NULL
    END AS is_end_included,
    h.is_sure,
    -- Why it is held back unless one asks for it.
    CASE
        WHEN h.is_sure THEN NULL
        WHEN list_contains(
            from_json(h.raw_temporalize_json -> '$.eligibility_reasons', '["VARCHAR"]'), 'NOT_USER_GROUNDED'
        ) THEN 'assistant'
        ELSE 'unsure'
    END AS doubt,
    h.asserted_role,
    h.surface_text AS quote,
    -- Where it stands in the order of time.
    coalesce(h.valid_from_utc, h.valid_until_hint_utc, h.asserted_at_utc) AS at_utc
FROM told AS h
JOIN entities AS s ON s.entity_id = h.subject_entity_id
JOIN predicates AS p USING (predicate_id)
LEFT JOIN entities AS o ON o.entity_id = h.object_entity_id
LEFT JOIN assertions AS c ON c.assertion_id = h.closer_id
LEFT JOIN entities AS co ON co.entity_id = c.object_entity_id
LEFT JOIN assertion_temporalized AS closing ON closing.assertion_id = h.closer_id
LEFT JOIN retractions AS r ON r.retraction_id = h.retracted_by_retraction_id
LEFT JOIN ends AS e ON e.retraction_id = h.retracted_by_retraction_id AND e.moment = h.valid_to_utc;

COMMENT ON MACRO TABLE claims_told IS
    'Every claim in words, with its times as exact as the words were, and what became of it: FROM claims_told(). with_unsure := true adds what is not sure enough or only the assistant''s word.';
