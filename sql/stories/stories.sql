-- `kg.stories`: one row per stretch of a matter, with one beginning and one end chosen from all that was said, and with its
-- `outcome`: ended, followed (by the next value), taken_back, or NULL while it is open. Reads the rows of stretches.sql and
-- placed.sql. The caller gives `state_order`: a rank for each state. If a thing has several matters ("works at" and "likes" of
-- one firm), the one of the lowest rank is its main matter.
WITH following AS (
    -- The value that came next, where a matter holds one value at a time (`is_functional`).
    SELECT
        *,
        lead({'first': first, 'object': object, 'object_key': object_key}) OVER (
            PARTITION BY subject_entity_id, matter ORDER BY first.at_utc, object_key, stretch
        ) AS next
    FROM stretches
    WHERE is_functional AND first IS NOT NULL
),
taken AS (
    SELECT
        a.subject_entity_id,
        p.canonical_label AS matter,
        lower(object_words(o.canonical_name, a.object_value_type, a.object_value)) AS object_key,
        max(m.created_at_utc) AS taken_back_utc
    FROM kg.assertion_temporalized AS t
    JOIN kg.claim_spans AS w USING (assertion_id)
    JOIN kg.assertions AS a USING (assertion_id)
    JOIN kg.predicates AS p USING (predicate_id)
    JOIN kg.retractions AS r ON r.retraction_id = t.retracted_by_retraction_id
    JOIN kg.messages AS m ON m.message_id = r.retraction_message_id
    LEFT JOIN kg.entities AS o ON o.entity_id = a.object_entity_id
    WHERE t.status = 'retracted' AND NOT w.is_corrected
    GROUP BY ALL
),
bounded AS (
    SELECT
        s.subject_entity_id,
        s.matter,
        s.object_key,
        s.stretch,
        s.object,
        s.object_entity_id,
        s.is_functional,
        s.is_disputed,
        s.first.at_utc AS first_utc,
        s.last_utc,
        s.said_utc,
        s.said_last_utc,
        s.messages,
        b.at_utc AS since_utc,
        b.precision AS since_precision,
        b.predicate AS since_predicate,
        coalesce(b.role = 'begins', FALSE) AS is_since_event,
        coalesce(b.role = 'holds' AND b.is_during AND NOT b.goes_on, FALSE) AS is_during,
        coalesce(b.modality = 'fact', FALSE) AS is_told_as_past,
        e.at_utc AS until_utc,
        e.precision AS until_precision,
        NOT e.is_closed AS is_until_included,
        e.predicate AS until_predicate,
        coalesce(e.role = 'ends', FALSE) AS is_until_event,
        CASE WHEN e.at_utc IS NULL THEN f.next.object END AS next_object,
        CASE WHEN e.at_utc IS NULL THEN f.next.first.at_utc END AS next_utc,
        CASE WHEN e.at_utc IS NULL THEN f.next.first.precision END AS next_precision,
        CASE WHEN k.taken_back_utc >= s.said_last_utc THEN k.taken_back_utc END AS taken_back_utc
    FROM stretches AS s
    LEFT JOIN placed AS b
        ON (b.subject_entity_id, b.matter, b.object_key, b.place)
        = (s.subject_entity_id, s.matter, s.object_key, s.begun_place)
    LEFT JOIN following AS f
        ON (f.subject_entity_id, f.matter, f.object_key, f.stretch)
        = (s.subject_entity_id, s.matter, s.object_key, s.stretch)
        AND f.next.first.at_utc > f.last_utc
        AND f.next.object_key <> f.object_key
    LEFT JOIN placed AS e
        ON (e.subject_entity_id, e.matter, e.object_key, e.place)
        = (s.subject_entity_id, s.matter, s.object_key, s.over_place)
        -- An end without a date does not count if a next value with a date begins before it.
        AND (e.is_dated OR NOT coalesce(f.next.first.is_dated AND f.next.first.at_utc < e.at_utc, FALSE))
    LEFT JOIN taken AS k
        ON (k.subject_entity_id, k.matter, k.object_key) = (s.subject_entity_id, s.matter, s.object_key)
),
-- The main matter of each thing: the first in `state_order`, else the one with most messages. A matter that never was so
-- does not count.
main AS (
    SELECT
        b.subject_entity_id,
        b.object_key,
        min({'rank': coalesce(r.rank, 1000000), 'messages': -b.messages, 'matter': b.matter}).matter AS matter
    FROM (
        SELECT subject_entity_id, object_key, matter, sum(messages) AS messages
        FROM bounded
        GROUP BY ALL
        HAVING max({'stretch': stretch, 'was_so': first_utc IS NOT NULL}).was_so
    ) AS b
    LEFT JOIN state_order AS r ON r.state = b.matter
    GROUP BY ALL
)
SELECT
    b.*,
    m.matter IS NOT NULL AS is_main,
    CASE
        WHEN b.until_utc IS NOT NULL THEN 'ended'
        WHEN b.next_utc IS NOT NULL THEN 'followed'
        WHEN b.taken_back_utc IS NOT NULL THEN 'taken_back'
    END AS outcome,
    least(b.until_utc, b.next_utc, b.taken_back_utc) AS over_utc,
    -- What has a beginning goes on until something ends it, and so does what holds one value at a time (design §8). Of anything
    -- else one knows only that it was so when it was said.
    over_utc IS NULL AND first_utc IS NOT NULL AND (b.since_utc IS NOT NULL OR b.is_functional) AS goes_on
FROM bounded AS b
LEFT JOIN main AS m USING (subject_entity_id, object_key, matter)
