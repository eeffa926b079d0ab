-- One row per change that the report tells. There are two sorts of changes. Something happened, began or ended in the world
-- and is part of no story (the claim has no `role`). Or a claim was taken back, corrected, disputed or restored. `places` are
-- the places of the words of the claims. `endings` are the places of the words that took the claims back or replaced them.
-- Tables, views and macros are those of kg.duckdb, but with one entity for one person (as_one.sql).
WITH ending AS (
    SELECT
        t.assertion_id,
        coalesce(c.message_id, r.retraction_message_id) AS message_id,
        coalesce(c.char_start, r.char_start) AS char_start,
        coalesce(c.char_end, r.char_end) AS char_end
    FROM assertion_temporalized AS t
    JOIN assertions AS a USING (assertion_id)
    LEFT JOIN assertions AS c
        ON c.assertion_id = coalesce(
            t.negated_by_assertion_id, t.temporal_superseded_by_assertion_id, a.superseded_by_assertion_id
        )
    LEFT JOIN retractions AS r ON r.retraction_id = t.retracted_by_retraction_id
    WHERE c.assertion_id IS NOT NULL OR r.retraction_id IS NOT NULL
)
SELECT
    c.axis,
    c.kind,
    c.at_utc,
    c.at_precision,
    min(c.subject) AS subject,
    c.subject_entity_id,
    c.predicate,
    c.object,
    c.object_entity_id,
    c.polarity,
    c.modality = 'intention' AS is_plan,
    list(
        DISTINCT {'message_id': c.message_id, 'char_start': c.char_start, 'char_end': c.char_end}
        ORDER BY {'message_id': c.message_id, 'char_start': c.char_start, 'char_end': c.char_end}
    ) AS places,
    list(
        DISTINCT {'message_id': e.message_id, 'char_start': e.char_start, 'char_end': e.char_end}
        ORDER BY {'message_id': e.message_id, 'char_start': e.char_start, 'char_end': e.char_end}
    ) FILTER (e.message_id IS NOT NULL AND c.axis = 'known') AS endings
FROM changes_between('0001-01-01') AS c
LEFT JOIN ending AS e USING (assertion_id)
LEFT JOIN claim_matters AS t USING (assertion_id)
WHERE (c.axis = 'valid' AND c.kind <> 'held' AND t.role IS NULL)
    OR c.kind IN ('taken back', 'corrected', 'disputed', 'restored')
GROUP BY ALL
ORDER BY
    c.at_utc DESC NULLS LAST, c.axis, c.kind, subject, c.subject_entity_id, c.predicate, c.object, c.at_precision,
    c.object_entity_id, c.polarity, is_plan
