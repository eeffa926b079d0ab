-- One row per fact that holds as of the build. Claims that say the same are one row, with the places of all of them. A claim
-- of an event that begins a state is told as this state: "moved to Oslo" as living there. Tables, views and macros are those
-- of kg.duckdb, but with one entity for one person (as_one.sql).
SELECT
    min(f.subject) AS subject,
    f.subject_entity_id,
    coalesce(t.matter, f.predicate) AS predicate,
    min(p.category) AS category,
    f.object,
    lower(f.object) AS object_key,
    f.object_entity_id,
    f.polarity,
    f.modality = 'intention' AS is_plan,
    bool_or(f.status = 'conflicted') AS is_disputed,
    min(f.valid_from_utc) AS valid_from_utc,
    max(f.valid_to_utc) AS valid_to_utc,
    min({'at_utc': f.valid_from_utc, 'precision': f.valid_from_precision}).precision AS valid_from_precision,
    max({'at_utc': f.valid_to_utc, 'precision': f.valid_to_precision}).precision AS valid_to_precision,
    min(f.said_at_utc) AS said_at_utc,
    list(
        {'message_id': f.message_id, 'char_start': f.char_start, 'char_end': f.char_end}
        ORDER BY f.said_at_utc, f.assertion_id
    ) AS places
FROM facts_as_of() AS f
JOIN predicates AS p USING (predicate_id)
LEFT JOIN claim_matters AS t ON t.assertion_id = f.assertion_id AND t.role = 'begins'
GROUP BY ALL
ORDER BY
    subject, f.subject_entity_id, category, predicate, f.polarity DESC, said_at_utc, f.object,
    f.object_entity_id, is_plan
