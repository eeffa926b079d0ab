-- Every claim that stands, with the matter that it is about: a state of somebody towards something, or what is no state by
-- itself. What begins or ends a state belongs to that state: the only one, or the one in which the same thing is told of.
CREATE TEMP TABLE told AS
WITH named AS (
    SELECT
        h.*,
        p.canonical_label AS predicate,
        p.category,
        (p.raw_predicate_json ->> '$.modality') IN ('state', 'preference') AS is_of_state,
        object_words(o.canonical_name, a.object_value_type, a.object_value) AS object,
        lower(object) AS object_key
    FROM history_at() AS h
    JOIN assertions AS a USING (assertion_id)
    JOIN predicates AS p ON p.predicate_id = h.predicate_id
    LEFT JOIN entities AS o ON o.entity_id = h.object_entity_id
    WHERE h.modality <> 'question' AND h.status <> 'retracted' AND NOT h.is_corrected
),
listed AS (
    SELECT
        unnest($turn_states) AS state, unnest($turn_events) AS predicate, unnest($turn_begins) AS begins,
        unnest($turn_ranks) AS rank
),
turning AS (
    SELECT *, count(*) OVER (PARTITION BY predicate) = 1 AS is_only FROM listed
),
states AS (
    SELECT DISTINCT subject_entity_id, object_key, predicate AS state FROM named WHERE is_of_state
),
turned AS (
    SELECT n.assertion_id, min({'rank': t.rank, 'state': t.state, 'begins': t.begins}) AS turn
    FROM named AS n
    JOIN turning AS t ON t.predicate = n.predicate
    LEFT JOIN states AS s
        ON s.state = t.state AND s.subject_entity_id = n.subject_entity_id AND s.object_key = n.object_key
    WHERE n.polarity = 'positive' AND n.modality <> 'intention' AND (t.is_only OR s.state IS NOT NULL)
    GROUP BY n.assertion_id
)
SELECT
    n.*,
    coalesce(t.turn.state, n.predicate) AS matter,
    CASE
        WHEN n.modality = 'intention' THEN NULL
        WHEN t.turn.begins OR n.predicate IN (SELECT predicate FROM turning WHERE begins) THEN 'begins'
        WHEN NOT t.turn.begins THEN 'ends'
        WHEN n.is_of_state OR n.modality IN ('state', 'preference') THEN 'holds'
    END AS role
FROM named AS n
LEFT JOIN turned AS t USING (assertion_id);
