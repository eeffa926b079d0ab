-- `kg.predicates`: one row per predicate, with the number of its assertions and the time of the first one (§4.7.5). A
-- predicate comes from the vocabulary, or only claims use it. The caller gives `assertions` (those that the stage made) and
-- `labels` (all predicates, without counts).
WITH said AS (
    SELECT
        predicate_id,
        count(*) AS assertion_count,
        min(asserted_at_utc) AS first_seen_at_utc
    FROM assertions
    GROUP BY predicate_id
)
SELECT
    l.predicate_id,
    l.canonical_label,
    l.canonical_label_norm,
    l.inverse_label,
    l.category,
    l.arity,
    l.value_type_constraint,
    l.usual_modality,
    s.first_seen_at_utc,
    coalesce(s.assertion_count, 0) AS assertion_count,
    l.raw_predicate_json
FROM labels AS l
LEFT JOIN said AS s USING (predicate_id)
ORDER BY l.canonical_label_norm, l.predicate_id
