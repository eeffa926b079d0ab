-- The macro `left_out`: one row per claim that `facts_as_of` does not give for a moment. `reason` says why it is not given,
-- and `by_words` has the words that are the reason, if there are any. Neither macro gives questions. Make the macros of
-- asking.sql first: this one calls them.

CREATE MACRO left_out(valid_at := NULL, known_at := NULL, basis := 'stated') AS TABLE
WITH wanted AS (
    SELECT instant_of(coalesce(valid_at::VARCHAR, build_as_of()::VARCHAR)) AS moment
),
shown AS MATERIALIZED (
    SELECT
        f.assertion_id, f.subject_entity_id, f.predicate_id, f.polarity, f.modality = 'intention' AS is_plan,
        a.object_signature
    FROM facts_as_of(valid_at, known_at, basis) AS f
    JOIN assertions AS a USING (assertion_id)
),
hidden AS MATERIALIZED (
    SELECT
        h.*,
        w.moment,
        h.from_utc IS NOT NULL AS is_dated,
        h.modality = 'intention' AS is_plan
    FROM history_at(known_at) AS h
    CROSS JOIN wanted AS w
    ANTI JOIN shown AS s ON s.assertion_id = h.assertion_id
    WHERE h.modality <> 'question'
),
-- The shown claim that stands instead of a hidden one: the same fact with the opposite polarity (rank 1), the same fact again
-- (2), or another value of a functional relation (3).
instead AS (
    SELECT h.assertion_id, min({
        'rank': CASE
            WHEN s.object_signature <> h.object_signature THEN 3 WHEN s.polarity = h.polarity THEN 2 ELSE 1
        END,
        'assertion_id': s.assertion_id
    }) AS found
    FROM hidden AS h
    JOIN shown AS s USING (subject_entity_id, predicate_id, is_plan)
    WHERE s.object_signature = h.object_signature OR (h.is_functional AND s.polarity = 'positive')
    GROUP BY h.assertion_id
),
-- The hidden claims that had begun to count by the moment. `contrary` has the newest claim of each polarity, `newest` the newest
-- value of a functional relation. Such a claim may have displaced an earlier one, even if it is itself over by the moment.
counting AS (
    SELECT
        *,
        {
            'at_utc': greatest(known_from_utc, coalesce(from_utc, known_from_utc)),
            'conversation_id': conversation_id, 'order_index': order_index, 'place': place_in_message,
            'assertion_id': assertion_id
        } AS turn
    FROM hidden
    WHERE
        is_sure AND status <> 'retracted' AND NOT is_corrected
        AND coalesce(from_utc, known_from_utc) <= moment
),
contrary AS (
    SELECT subject_entity_id, predicate_id, object_signature, is_plan, polarity, max(turn).assertion_id AS assertion_id
    FROM counting
    GROUP BY subject_entity_id, predicate_id, object_signature, is_plan, polarity
),
newest AS (
    SELECT subject_entity_id, predicate_id, is_plan, max(turn).assertion_id AS assertion_id
    FROM counting
    WHERE is_functional AND polarity = 'positive'
    GROUP BY subject_entity_id, predicate_id, is_plan
),
judged AS (
    SELECT
        h.*,
        CASE
            WHEN h.status = 'retracted' THEN 'taken back'
            WHEN h.is_corrected THEN 'corrected'
            WHEN h.doubt = 'assistant' THEN 'assistant'
            WHEN NOT h.is_sure THEN h.doubt
            WHEN p.category = 'event' THEN 'happened'
            WHEN h.from_utc > h.moment AND h.modality <> 'intention' THEN 'not yet'
            WHEN (NOT h.is_dated OR h.modality = 'intention') AND h.known_from_utc > h.moment THEN 'said later'
            WHEN h.until_utc <= h.moment AND h.temporal_superseded_by_assertion_id IS NOT NULL THEN 'followed by'
            WHEN h.until_utc <= h.moment THEN 'ended'
            WHEN h.believed_until_utc <= h.moment
                THEN CASE h.believed_until_by WHEN 'time' THEN 'too long ago' WHEN 'death' THEN 'died' ELSE 'ended with' END
            WHEN h.is_told_as_over AND NOT h.is_dated THEN 'told as over'
            WHEN i.found.rank = 1 THEN 'contrary'
            WHEN i.found.rank = 2 THEN 'told with a time'
            WHEN i.found.rank = 3 OR n.assertion_id <> h.assertion_id THEN 'followed by'
            WHEN c.assertion_id IS NOT NULL THEN 'contrary'
            ELSE 'not asked for'
        END AS reason,
        CASE
            WHEN reason IN ('contrary', 'told with a time') THEN coalesce(i.found.assertion_id, c.assertion_id)
            WHEN reason IN ('ended', 'followed by', 'corrected')
                THEN coalesce(
                    h.negated_by_assertion_id, h.temporal_superseded_by_assertion_id, a.superseded_by_assertion_id,
                    CASE WHEN reason = 'followed by' THEN coalesce(i.found.assertion_id, n.assertion_id) END
                )
        END AS by_assertion_id,
        CASE WHEN reason IN ('taken back', 'ended') THEN h.retracted_by_retraction_id END AS by_retraction_id
    FROM hidden AS h
    JOIN assertions AS a USING (assertion_id)
    JOIN predicates AS p ON p.predicate_id = h.predicate_id
    LEFT JOIN instead AS i USING (assertion_id)
    LEFT JOIN newest AS n
        ON n.subject_entity_id = h.subject_entity_id AND n.predicate_id = h.predicate_id AND n.is_plan = h.is_plan
    LEFT JOIN contrary AS c
        ON c.subject_entity_id = h.subject_entity_id AND c.predicate_id = h.predicate_id AND c.is_plan = h.is_plan
        AND c.object_signature = h.object_signature AND c.polarity <> h.polarity
)
SELECT
    j.reason,
    j.from_utc AS valid_from_utc,
    j.until_utc AS valid_to_utc,
    j.from_precision AS valid_from_precision,
    j.until_precision AS valid_to_precision,
    s.canonical_name AS subject,
    p.canonical_label AS predicate,
    object_words(o.canonical_name, a.object_value_type, a.object_value) AS object,
    j.polarity,
    j.modality,
    -- The words that displaced or ended the claim; for 'followed by' and 'corrected' the value that came instead.
    CASE
        WHEN j.reason IN ('followed by', 'corrected')
            THEN object_words(bo.canonical_name, b.object_value_type, b.object_value)
        ELSE coalesce(b.surface_text, r.surface_text)
    END AS by_words,
    coalesce(b.message_id, r.retraction_message_id) AS by_message_id,
    j.by_assertion_id,
    j.by_retraction_id,
    j.believed_until_utc,
    a.asserted_at_utc AS said_at_utc,
    j.confidence,
    j.assertion_id,
    j.subject_entity_id,
    j.predicate_id,
    j.object_entity_id,
    j.is_until_included AS is_end_included,
    j.is_sure
FROM judged AS j
JOIN assertions AS a USING (assertion_id)
JOIN entities AS s ON s.entity_id = j.subject_entity_id
JOIN predicates AS p ON p.predicate_id = j.predicate_id
LEFT JOIN entities AS o ON o.entity_id = j.object_entity_id
LEFT JOIN assertions AS b ON b.assertion_id = j.by_assertion_id
LEFT JOIN entities AS bo ON bo.entity_id = b.object_entity_id
LEFT JOIN retractions AS r ON r.retraction_id = j.by_retraction_id
ORDER BY coalesce(j.from_utc, j.until_utc, a.asserted_at_utc) NULLS LAST, said_at_utc NULLS LAST, j.assertion_id;

COMMENT ON MACRO TABLE left_out IS
    'What facts_as_of does not say of a moment, and why: FROM left_out(''2022-06-01''). The reason is taken back, corrected, assistant, unsure, not yet, said later, ended, followed by, died (somebody it is about), ended with (the job to which the boss belonged), too long ago, told as over, contrary, told with a time, happened (what is told in the order of time and is nothing that is so), passing (said of the moment), or not asked for (a denial or a plan where only dated facts are wanted); by_words and by_assertion_id say what did it.';
