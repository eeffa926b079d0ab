-- Two macros.
--
-- `states_begun` gives one row per pair of a state and an event that begins this state: lives_in and moved_to. Only states
-- that hold one value at a time are here.
--
-- `claims_told` gives one row per claim, in words, as `timeline` and the notes show it. Questions are left out. Unsure claims
-- are left out, too, unless with_unsure is TRUE.

CREATE MACRO states_begun() AS TABLE
SELECT DISTINCT predicate_id AS state_id, unnest(begun_by) AS event_id
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
        w.* EXCLUDE (assertion_id)
    FROM assertions AS a
    JOIN assertion_temporalized AS t USING (assertion_id)
    JOIN claim_spans AS w USING (assertion_id)
    WHERE a.modality <> 'question' AND (w.is_sure OR with_unsure)
)
SELECT
    h.from_utc AS valid_from_utc,
    h.until_utc AS valid_to_utc,
    h.from_precision AS valid_from_precision,
    h.until_precision AS valid_to_precision,
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
    h.is_until_included AS is_end_included,
    h.is_sure,
    -- Why the claim is held back unless with_unsure is TRUE.
    h.doubt,
    h.has_beginning,
    h.asserted_role,
    h.surface_text AS quote,
    -- Where the claim stands in the order of time.
    coalesce(h.valid_from_utc, h.valid_until_hint_utc, h.asserted_at_utc) AS at_utc
FROM told AS h
JOIN entities AS s ON s.entity_id = h.subject_entity_id
JOIN predicates AS p USING (predicate_id)
LEFT JOIN entities AS o ON o.entity_id = h.object_entity_id
LEFT JOIN assertions AS c ON c.assertion_id = h.closer_id
LEFT JOIN entities AS co ON co.entity_id = c.object_entity_id
LEFT JOIN retractions AS r ON r.retraction_id = h.retracted_by_retraction_id;

COMMENT ON MACRO TABLE claims_told IS
    'Every claim in words, with its times as exact as the words were, and what became of it: FROM claims_told(). with_unsure := true adds what is not sure enough or only the assistant''s word.';
