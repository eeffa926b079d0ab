-- One row per `event_pair` (Ann, moved_to) and `state_pair` (Ann, lives_in) where the rules say that such an event begins such
-- a state (`begun_by`). A pair is a subject and a predicate. Only states that hold one value at a time are here. Reads the
-- rows of pairs.sql. The caller gives `invalidation_rules` (the rows of `kg.invalidation_rules`).
SELECT DISTINCT e.pair AS event_pair, s.pair AS state_pair
FROM (
    SELECT predicate_id AS state_id, unnest(begun_by) AS event_id
    FROM invalidation_rules
    WHERE is_functional
) AS r
JOIN pairs AS s ON s.predicate_id = r.state_id AND s.closes_earlier
JOIN pairs AS e ON e.predicate_id = r.event_id AND e.subject_entity_id = s.subject_entity_id
