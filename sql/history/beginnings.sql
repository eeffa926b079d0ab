-- Which states of a subject its events begin (rules, `begun_by`): the pair of the event and the pair of the state.
-- `invalidation_rules` is given.
SELECT DISTINCT e.pair AS event_pair, s.pair AS state_pair
FROM (
    SELECT predicate_id AS state_id, unnest(begun_by) AS event_id
    FROM invalidation_rules
    WHERE is_functional
) AS r
JOIN pairs AS s ON s.predicate_id = r.state_id AND s.closes_earlier
JOIN pairs AS e ON e.predicate_id = r.event_id AND e.subject_entity_id = s.subject_entity_id
