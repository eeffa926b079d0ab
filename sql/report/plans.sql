-- What somebody means to do: for when, until when, and the claim that says that it was done.
WITH plans AS (
    SELECT
        subject_entity_id,
        object_key,
        regexp_replace(object_key, '\b(the|a|an|my|our) ', '', 'g') AS bare_key,
        min(object) AS object,
        min(predicate) AS predicate,
        min(known_from_utc) AS said_utc,
        max({'said_utc': known_from_utc, 'at_utc': valid_from_utc, 'precision': valid_time_precision})
            FILTER (has_beginning AND polarity = 'positive') AS due_on,
        max({
            'said_utc': known_from_utc,
            'at_utc': valid_until_hint_utc,
            'precision': coalesce(valid_end_precision, valid_time_precision)
        }) FILTER (valid_until_hint_utc IS NOT NULL AND status NOT IN ('negated', 'superseded')) AS due_by,
        max(known_from_utc) FILTER (polarity = 'negative') AS given_up_utc,
        max(known_from_utc) FILTER (polarity = 'positive') AS meant_utc,
        list(
            DISTINCT {'message_id': message_id, 'char_start': char_start, 'char_end': char_end}
            ORDER BY {'message_id': message_id, 'char_start': char_start, 'char_end': char_end}
        ) FILTER (polarity = 'positive') AS places,
        bool_or(status = 'negated') AS is_ended,
        max(until_utc) FILTER (status = 'negated') AS ended_utc
    FROM told
    WHERE modality = 'intention' AND is_sure
    GROUP BY subject_entity_id, object_key
),
phrases AS (
    SELECT unnest($phrases) AS phrase, unnest($fulfilling) AS predicate
),
done AS (
    SELECT
        *,
        regexp_replace(object_key, '\b(the|a|an|my|our) ', '', 'g') AS bare_key,
        CASE WHEN has_beginning THEN valid_from_utc ELSE known_from_utc END AS at_utc,
        CASE WHEN has_beginning THEN valid_time_precision ELSE 'second' END AS precision
    FROM told
    WHERE modality <> 'intention' AND polarity = 'positive' AND is_sure
),
fulfilled AS (
    SELECT
        p.subject_entity_id,
        p.object_key,
        min({
            'at_utc': d.at_utc, 'is_undated': NOT d.has_beginning, 'precision': d.precision, 'predicate': d.predicate,
            'object': d.object, 'message_id': d.message_id, 'char_start': d.char_start, 'char_end': d.char_end
        }) AS by_claim
    FROM plans AS p
    JOIN phrases AS f ON starts_with(p.bare_key, f.phrase || ' ')
    JOIN done AS d
        ON d.subject_entity_id = p.subject_entity_id
        AND d.predicate = f.predicate
        AND f.phrase || ' ' || d.bare_key = p.bare_key
    -- What was so before it was meant fulfils nothing; a day named is as early as its first instant.
    WHERE d.known_from_utc > p.said_utc AND (NOT d.has_beginning OR d.from_ends_utc > p.said_utc)
    GROUP BY p.subject_entity_id, p.object_key
)
SELECT
    p.subject_entity_id, p.object_key, p.object, p.predicate, p.said_utc, p.meant_utc, p.places, f.by_claim,
    -- The day that was named last; who means to do it still when that has passed has no day any more.
    CASE WHEN p.due_on.at_utc > p.meant_utc OR p.due_on.said_utc = p.meant_utc THEN p.due_on END AS due_on,
    CASE WHEN p.due_by.at_utc > p.meant_utc OR p.due_by.said_utc = p.meant_utc THEN p.due_by END AS due_by,
    CASE WHEN p.given_up_utc > p.meant_utc THEN p.given_up_utc WHEN p.is_ended THEN p.ended_utc END AS given_up_utc
FROM plans AS p
LEFT JOIN fulfilled AS f USING (subject_entity_id, object_key)
WHERE p.meant_utc IS NOT NULL
ORDER BY p.subject_entity_id, p.object_key
