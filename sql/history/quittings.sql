-- One row per claim and event that ends it, with the moment from which the claim is over. Both have the same subject. The
-- rules say which events end which claims (`ended_by`): who retired works nowhere. The person themselves is left out, because
-- what ends for them is told by retractions.
--
-- The moment is the beginning of the time that the event's words name, else when the event was told. "Retired in 2020"
-- ends a job at the beginning of 2020. But a job that was told of during 2020 ends with the end of 2020. Only states that were
-- told before the event, or in the same message, are ended.
--
-- A rule may have an entry with `words`. Then the event's object must be one of these words or the object of the claim itself;
-- more words may follow ("work as a librarian"). "Retired from her work as a librarian" ends the job; "retired from the choir"
-- does not. Reads the rows of claims.sql, corrections.sql, pairs.sql, retracted.sql and valid_times.sql. The caller gives
-- `invalidation_rules` (the rows of `kg.invalidation_rules`).
WITH entries AS (
    SELECT rule_id, unnest(from_json(notes -> '$.ended_by', '[{"event":"VARCHAR","words":["VARCHAR"]}]')) AS entry
    FROM invalidation_rules
),
events AS (
    SELECT
        p.subject_entity_id,
        k.canonical_label_norm AS label,
        c.message_id,
        regexp_replace(
            lower(trim(coalesce(o.canonical_name, a.object_value, ''), '"')), '^(?:(?:the|a|an|her|his|their|my) )+', ''
        ) AS object,
        CASE
            WHEN v.has_explicit_valid_time THEN coalesce(v.valid_from_utc, c.known_from_utc)
            ELSE c.known_from_utc
        END AS moment,
        greatest(moment, least(CASE WHEN v.has_explicit_valid_time THEN v.valid_to_utc END, c.known_from_utc)) AS latest
    FROM claims AS c
    JOIN pairs AS p USING (pair)
    JOIN kg.predicates AS k USING (predicate_id)
    JOIN kg.assertions AS a USING (assertion_id)
    JOIN kg.entities AS e ON e.entity_id = p.subject_entity_id AND e.entity_key IS DISTINCT FROM '__SELF__'
    LEFT JOIN kg.entities AS o ON o.entity_id = a.object_entity_id
    JOIN valid_times AS v USING (n)
    ANTI JOIN retracted AS r USING (n)
    ANTI JOIN corrections AS x USING (n)
    WHERE
        k.canonical_label_norm IN (SELECT entry.event FROM entries)
        AND c.polarity = 'positive'
        AND c.modality IN ('fact', 'state')
        AND c.is_user_grounded
        AND c.confidence >= $threshold_close::DOUBLE
)
SELECT c.n, CASE WHEN c.asserted_at_utc <= e.moment THEN e.moment ELSE e.latest END AS moment
FROM events AS e
JOIN pairs AS p USING (subject_entity_id)
JOIN entries AS b ON b.rule_id = p.rule_id AND b.entry.event = e.label
JOIN claims AS c USING (pair)
JOIN kg.assertions AS a USING (assertion_id)
LEFT JOIN kg.entities AS o ON o.entity_id = a.object_entity_id
WHERE
    c.polarity = 'positive'
    AND c.modality = 'state'
    AND (c.asserted_at_utc <= e.latest OR c.message_id = e.message_id)
    AND (
        len(b.entry.words) = 0
        OR len(
            list_filter(
                list_append(b.entry.words, lower(coalesce(o.canonical_name, trim(a.object_value, '"')))),
                lambda one: e.object = one
                OR (
                    starts_with(e.object, one || ' ')
                    AND regexp_matches(substr(e.object, length(one) + 2), '^(?:as|at|in|on|of|with|after|last|and|for)\b')
                )
            )
        ) > 0
    )
