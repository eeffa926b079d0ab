-- `kg.plans`: one row per plan, with when it is due and with its `outcome`: came_true, given_up, or NULL while it is open. A
-- plan is what somebody means to do, by a sure claim. Some plans begin with a phrase of `fulfilling`, such as "move to Oslo".
-- Such a plan comes true by a later claim about the same thing with the predicate that belongs to the phrase: "I moved to
-- Oslo". Reads the rows of stated.sql. The caller gives `fulfilling` (pairs of a phrase and a predicate: a claim with the
-- predicate fulfils a plan that begins with the phrase).
WITH plans AS (
    SELECT
        subject_entity_id,
        object_key,
        regexp_replace(object_key, '\b(the|a|an|my|our) ', '', 'g') AS bare_key,
        min(object) AS object,
        min(predicate) AS predicate,
        min(known_from_utc) AS said_utc,
        max({'said_utc': known_from_utc, 'at_utc': from_utc, 'precision': from_precision})
            FILTER (has_beginning AND polarity = 'positive') AS due_on,
        max({'said_utc': known_from_utc, 'at_utc': until_utc, 'precision': until_precision})
            FILTER (has_only_an_end AND status NOT IN ('negated', 'superseded')) AS due_by,
        max(known_from_utc) FILTER (polarity = 'negative') AS given_up_utc,
        max(known_from_utc) FILTER (polarity = 'positive') AS meant_utc,
        bool_or(status = 'negated') AS is_ended,
        max(until_utc) FILTER (status = 'negated') AS ended_utc
    FROM stated
    WHERE modality = 'intention' AND is_sure AND object_key IS NOT NULL
    GROUP BY subject_entity_id, object_key
),
done AS (
    SELECT
        *,
        regexp_replace(object_key, '\b(the|a|an|my|our) ', '', 'g') AS bare_key,
        CASE WHEN has_beginning THEN from_utc ELSE known_from_utc END AS at_utc,
        CASE WHEN has_beginning THEN from_precision ELSE 'second' END AS precision
    FROM stated
    WHERE modality <> 'intention' AND polarity = 'positive' AND is_sure
),
fulfilled AS (
    SELECT
        p.subject_entity_id,
        p.object_key,
        min({
            'at_utc': d.at_utc, 'is_undated': NOT d.has_beginning, 'precision': d.precision, 'predicate': d.predicate,
            'object': d.object, 'assertion_id': d.assertion_id
        }) AS by_claim
    FROM plans AS p
    JOIN fulfilling AS f ON starts_with(p.bare_key, f.phrase || ' ')
    JOIN done AS d
        ON d.subject_entity_id = p.subject_entity_id
        AND d.predicate = f.predicate
        AND f.phrase || ' ' || d.bare_key = p.bare_key
    -- Only a claim said after the plan fulfils it; a time that its words name must end after the plan was first said.
    WHERE d.known_from_utc > p.said_utc AND (NOT d.has_beginning OR d.from_ends_utc > p.said_utc)
    GROUP BY p.subject_entity_id, p.object_key
),
dated AS (
    SELECT
        p.*,
        -- The day that was named last; none if it had passed when the plan was last said, unless the day was named then.
        CASE WHEN p.due_on.at_utc > p.meant_utc OR p.due_on.said_utc = p.meant_utc THEN p.due_on END AS on_day,
        CASE WHEN p.due_by.at_utc > p.meant_utc OR p.due_by.said_utc = p.meant_utc THEN p.due_by END AS by_day,
        CASE WHEN p.given_up_utc > p.meant_utc THEN p.given_up_utc WHEN p.is_ended THEN p.ended_utc END AS dropped_utc
    FROM plans AS p
    WHERE p.meant_utc IS NOT NULL
)
SELECT
    d.subject_entity_id,
    d.object_key,
    d.object,
    d.predicate,
    d.said_utc,
    d.meant_utc,
    d.on_day.at_utc AS due_on_utc,
    d.on_day.precision AS due_on_precision,
    d.by_day.at_utc AS due_by_utc,
    d.by_day.precision AS due_by_precision,
    d.dropped_utc AS given_up_utc,
    f.by_claim.assertion_id AS done_assertion_id,
    f.by_claim.predicate AS done_predicate,
    f.by_claim.object AS done_object,
    f.by_claim.at_utc AS done_utc,
    f.by_claim.precision AS done_precision,
    NOT f.by_claim.is_undated AS is_done_dated,
    CASE
        WHEN f.by_claim.assertion_id IS NOT NULL THEN 'came_true'
        WHEN d.dropped_utc IS NOT NULL THEN 'given_up'
    END AS outcome
FROM dated AS d
LEFT JOIN fulfilled AS f USING (subject_entity_id, object_key)
