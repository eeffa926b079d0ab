-- The view `claims_readable` for analysts: one row per claim, in words. Tables are named as they are in kg.duckdb.

CREATE VIEW claims_readable AS
SELECT
    a.message_id,
    s.canonical_name AS subject,
    p.canonical_label AS predicate,
    object_words(o.canonical_name, a.object_value_type, a.object_value) AS object,
    a.polarity,
    a.modality,
    CASE
        WHEN coalesce(a.given_from_utc, a.given_until_utc) IS NOT NULL
            THEN concat_ws(
                ' ',
                'from ' || strftime(a.given_from_utc, '%Y-%m-%d'),
                'to before ' || strftime(a.given_until_utc, '%Y-%m-%d')
            )
        WHEN a.temporal_qualifier_type IS NOT NULL
            THEN concat_ws(' ', a.temporal_qualifier_type, t.surface_text)
    END AS qualifier,
    a.confidence_final AS confidence,
    a.assertion_id,
    a.asserted_at_utc AS said_at_utc,
    a.asserted_role AS role,
    a.surface_text AS quote,
    a.supersession_type IS NOT NULL AS is_superseded
FROM assertions a
JOIN entities s ON s.entity_id = a.subject_entity_id
JOIN predicates p USING (predicate_id)
LEFT JOIN entities o ON o.entity_id = a.object_entity_id
LEFT JOIN time_mentions t ON t.time_mention_id = a.temporal_qualifier_id;

COMMENT ON VIEW claims_readable IS
    'Every claim in words: who, what relation, whom or what, since or until when, how surely, and the words it was read from.';

COMMENT ON COLUMN claims_readable.object IS 'The name of an entity, or the literal; NULL without one';

COMMENT ON COLUMN claims_readable.qualifier IS 'How a time qualifies it, with the words of the time: since 2019';

COMMENT ON COLUMN claims_readable.is_superseded IS 'Whether it was taken back, corrected, or said to be no longer so';
