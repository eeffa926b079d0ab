-- One row per claim, with the columns that a search shows, in the order of the messages. `is_answer` is TRUE if the person
-- said the claim, if it is no question, and if no words took it back, corrected or ended it. `place` numbers all claims by how
-- well they answer: first those that still hold, then those that are over or negative, and in each of these groups the latest
-- first. `object_words` is a macro (macros/words.sql).
WITH ends AS (
    SELECT
        assertion_id,
        CASE WHEN bool_and(until_utc IS NOT NULL) THEN max(until_utc) END AS until_utc
    FROM kg.claim_holdings
    GROUP BY assertion_id
)

SELECT
    a.message_id,
    a.assertion_id,
    s.canonical_name AS subject,
    p.canonical_label AS predicate,
    object_words(o.canonical_name, a.object_value_type, a.object_value) AS object,
    a.polarity,
    a.modality,
    a.confidence_final AS confidence,
    a.supersession_type IS NOT NULL AS is_superseded,
    a.char_start AS "start",
    a.char_end AS "end",
    a.surface_text AS quote,
    a.asserted_role = 'user' AND a.modality <> 'question' AND a.supersession_type IS NULL AS is_answer,
    -- What holds still comes before what is over or negative. Within each the latest comes first: by when the claim is over,
    -- where that is known, else by when it was said.
    row_number() OVER (
        ORDER BY
            coalesce(t.status, 'active') IN ('superseded', 'negated', 'retracted')
            OR (
                json_extract_string(p.raw_predicate_json, '$.modality') IN ('state', 'preference')
                AND (a.modality = 'fact' OR e.until_utc IS NOT NULL)
            )
            OR a.polarity = 'negative',
            coalesce(e.until_utc, a.asserted_at_utc) DESC NULLS LAST,
            a.assertion_id
    ) AS place
FROM kg.assertions a
JOIN kg.entities s ON s.entity_id = a.subject_entity_id
JOIN kg.predicates p USING (predicate_id)
LEFT JOIN kg.entities o ON o.entity_id = a.object_entity_id
LEFT JOIN kg.assertion_temporalized t USING (assertion_id)
LEFT JOIN ends e USING (assertion_id)
ORDER BY a.message_id, a.char_start, a.assertion_id
