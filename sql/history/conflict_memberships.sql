-- One row per conflict and member of this conflict. Members are claims; a row says when the claim was said (seed 000 §5.11.4).
-- Reads the rows of conflicts.sql, fact_takings.sql, negation_aims.sql, states.sql, functional.sql, still_open.sql and
-- claims.sql.
WITH every AS (
    SELECT g.conflict_group_id, t.n
    FROM conflicts AS g
    JOIN fact_takings AS t ON t.retraction_id = g.retraction_id
    UNION
    SELECT g.conflict_group_id, x.n
    FROM conflicts AS g
    JOIN negation_aims AS x ON x.pair = g.pair AND x.object_signature = g.object_signature AND x.moment = g.at
    WHERE g.conflict_type = 'NEGATION_AMBIGUOUS' AND x.aim = 'AMBIGUOUS'
    UNION
    SELECT g.conflict_group_id, s.n
    FROM (SELECT *, unnest(range(first_state, last_state + 1)) AS state FROM conflicts WHERE last_state IS NOT NULL) AS g
    JOIN states AS s ON s.pair = g.pair AND s.object_signature = g.object_signature AND s.state = g.state
    UNION
    SELECT g.conflict_group_id, f.n
    FROM conflicts AS g
    JOIN functional AS f ON f.pair = g.pair AND f.valid_from_utc = g.at
    WHERE
        g.conflict_type IN (
            'OBJECT_DISAGREEMENT', 'SAME_TIME_DUPLICATES', 'OBJ_TRANSITION_CONFLICT', 'OBJ_CONFIDENCE_TOO_CLOSE'
        )
    UNION
    SELECT g.conflict_group_id, o.n
    FROM conflicts AS g
    JOIN still_open AS o ON o.pair = g.pair AND o.run = g.run
    UNION
    SELECT conflict_group_id, prev FROM conflicts WHERE prev IS NOT NULL
)
SELECT e.conflict_group_id, e.n, c.assertion_id, c.asserted_at_utc
FROM every AS e
JOIN claims AS c USING (n)
