-- Every claim in words, with the title and date of where it was said, and its valid time as exact as the words were. The times
-- of ends are read as in the macro `timeline`.
WITH told AS (
    SELECT
        a.*,
        t.* EXCLUDE (assertion_id),
        coalesce(t.negated_by_assertion_id, t.temporal_superseded_by_assertion_id) AS closer_id,
        t.has_explicit_valid_time AND t.valid_from_utc IS NOT NULL AS is_dated,
        claim_end(
            is_dated, t.valid_time_type, a.modality, t.valid_from_utc, t.valid_to_utc, t.valid_until_hint_utc,
            t.valid_time_precision
        ) AS ends_utc
    FROM assertions AS a
    JOIN assertion_temporalized AS t USING (assertion_id)
    WHERE a.modality <> 'question'
),
ends AS (
    SELECT r.retraction_id, t.valid_from_utc AS moment, min(t.resolution_granularity) AS precision
    FROM retractions AS r
    JOIN time_mentions AS t ON t.message_id = r.retraction_message_id
    WHERE r.retraction_type = 'temporal_bound' AND t.valid_from_utc IS NOT NULL
    GROUP BY ALL
)
SELECT
    h.assertion_id,
    h.subject_entity_id,
    h.object_entity_id,
    s.canonical_name AS subject,
    p.canonical_label AS predicate,
    coalesce(
        o.canonical_name,
        CASE
            WHEN h.object_value_type IN ('string', 'date') THEN h.object_value ->> '$'
            -- Sums and measures are {"unit": …, "value": …}.
            WHEN h.object_value_type = 'json'
                THEN coalesce((h.object_value ->> '$.value') || ' ' || (h.object_value ->> '$.unit'), h.object_value)
            ELSE h.object_value
        END
    ) AS object,
    h.polarity,
    h.modality,
    h.status,
    h.asserted_role,
    CASE WHEN h.is_dated THEN h.valid_from_utc END AS valid_from_utc,
    h.ends_utc AS valid_to_utc,
    CASE WHEN h.is_dated THEN h.valid_time_precision END AS valid_from_precision,
    CASE
        WHEN h.ends_utc IS NULL THEN NULL
        WHEN h.status IN ('superseded', 'negated') AND closing.valid_from_utc = h.valid_to_utc
            THEN closing.valid_time_precision
        WHEN h.status = 'negated' AND h.is_dated THEN coalesce(e.precision, 'second')
        ELSE h.valid_time_precision
    END AS valid_to_precision,
    h.asserted_at_utc AS said_at_utc,
    h.surface_text AS quote,
    c.title,
    coalesce(CASE WHEN h.is_dated THEN h.valid_from_utc END, h.ends_utc, h.asserted_at_utc) AS at_utc
FROM told AS h
JOIN entities AS s ON s.entity_id = h.subject_entity_id
JOIN predicates AS p USING (predicate_id)
JOIN messages AS m USING (message_id)
JOIN conversations AS c USING (conversation_id)
LEFT JOIN entities AS o ON o.entity_id = h.object_entity_id
LEFT JOIN assertion_temporalized AS closing ON closing.assertion_id = h.closer_id
LEFT JOIN ends AS e ON e.retraction_id = h.retracted_by_retraction_id AND e.moment = h.valid_to_utc
