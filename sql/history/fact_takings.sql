-- For each full retraction or correction that names a fact but no claim: the claims that it may mean, one row per retraction and
-- claim (seed 000 §5.8.2, design §9). These are the positive claims of the fact that were said strictly before it and that no
-- other full retraction or correction names. If there is one claim, it is the target; if there are several (`among`), they become
-- the members of a conflict. Reads the rows of takings.sql and claims.sql.
SELECT
    t.retraction_id,
    t.turn,
    t.fact_key,
    c.n,
    count(*) OVER (PARTITION BY t.retraction_id) AS among
FROM takings AS t
JOIN kg.assertions AS a ON a.fact_key = t.fact_key
JOIN claims AS c ON c.assertion_id = a.assertion_id
ANTI JOIN (SELECT target_assertion_id FROM takings WHERE retraction_type <> 'temporal_bound') AS named
    ON named.target_assertion_id = a.assertion_id
WHERE
    t.retraction_type <> 'temporal_bound'
    AND t.target_assertion_id IS NULL
    AND c.polarity = 'positive'
    AND (coalesce(c.asserted_at_utc, '~'), c.conversation_id, c.order_index, c.place_in_message)
    < (t.said_at, t.conversation_id, t.order_index, t.place_in_message)
