-- One row per claim that still counts, with its `matter` and with what it says of it (`role`): begins, holds or ends. `role`
-- is NULL for plans and for claims about no state. Questions are left out, and so are claims that were taken back or
-- corrected.
--
-- The matter of a claim is its predicate, unless the claim tells of an event that begins or ends a state. If the event can
-- begin or end only one state, the matter is that state: "moved to Oslo" belongs to lives_in. If it can begin or end several
-- states, the matter is the state that another claim tells of the same subject and object. If no claim does, the matter is the
-- predicate of the event. The caller gives `turns` (the events that begin or end each state) and `state_order` (a rank
-- for each state).
WITH named AS (
    SELECT
        a.assertion_id,
        a.subject_entity_id,
        a.object_entity_id,
        object_words(o.canonical_name, a.object_value_type, a.object_value) AS object,
        lower(object) AS object_key,
        p.canonical_label AS predicate,
        coalesce(p.usual_modality IN ('state', 'preference'), FALSE) AS is_of_state,
        a.polarity,
        a.modality,
        a.message_id,
        a.char_start,
        a.char_end,
        t.status,
        coalesce(t.negated_by_assertion_id, t.temporal_superseded_by_assertion_id) AS closer_id,
        t.retracted_by_retraction_id,
        w.* EXCLUDE (assertion_id)
    FROM kg.assertions AS a
    JOIN kg.assertion_temporalized AS t USING (assertion_id)
    JOIN kg.claim_spans AS w USING (assertion_id)
    JOIN kg.predicates AS p USING (predicate_id)
    LEFT JOIN kg.entities AS o ON o.entity_id = a.object_entity_id
    WHERE a.modality <> 'question' AND t.status <> 'retracted' AND NOT w.is_corrected
),
-- The events of `turns`, and those that by `kg.invalidation_rules` begin a state of which one value holds at a time.
listed AS (
    SELECT state, predicate, begins, rank, FALSE AS is_of_one_value FROM turns
    UNION ALL
    SELECT s.canonical_label, e.canonical_label, TRUE, coalesce(o.rank, 1000000), TRUE
    FROM (
        SELECT DISTINCT predicate_id, unnest(begun_by) AS event_id FROM kg.invalidation_rules WHERE is_functional
    ) AS r
    JOIN kg.predicates AS s ON s.predicate_id = r.predicate_id
    JOIN kg.predicates AS e ON e.predicate_id = r.event_id
    LEFT JOIN state_order AS o ON o.state = s.canonical_label
),
turning AS (
    SELECT *, count(*) OVER (PARTITION BY predicate) = 1 AS is_only FROM listed
),
states AS (
    SELECT DISTINCT subject_entity_id, object_key, predicate AS state FROM named WHERE is_of_state
),
turned AS (
    SELECT
        n.assertion_id,
        min({'rank': t.rank, 'state': t.state, 'begins': t.begins, 'is_of_one_value': t.is_of_one_value}) AS turn
    FROM named AS n
    JOIN turning AS t ON t.predicate = n.predicate
    LEFT JOIN states AS s
        ON s.state = t.state AND s.subject_entity_id = n.subject_entity_id AND s.object_key = n.object_key
    WHERE n.polarity = 'positive' AND n.modality <> 'intention' AND (t.is_only OR s.state IS NOT NULL)
    GROUP BY n.assertion_id
)
SELECT
    n.* REPLACE (n.is_functional OR coalesce(t.turn.is_of_one_value, FALSE) AS is_functional),
    coalesce(t.turn.state, n.predicate) AS matter,
    CASE
        WHEN n.modality = 'intention' THEN NULL
        WHEN t.turn.begins OR n.predicate IN (SELECT predicate FROM turning WHERE begins) THEN 'begins'
        WHEN NOT t.turn.begins THEN 'ends'
        WHEN n.is_of_state OR n.modality IN ('state', 'preference') THEN 'holds'
    END AS role
FROM named AS n
LEFT JOIN turned AS t USING (assertion_id)
