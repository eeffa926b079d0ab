-- One row per retraction and claim that it may mean (seed 000 §5.8.2, design §9). Only full retractions and corrections that
-- name a fact, but no claim, have rows. Such a retraction may mean each positive claim of the fact that was said before it. A
-- claim that another full retraction or correction names is left out. `among` is the number of claims that the retraction may
-- mean. If it is 1, the claim is the target; if it is greater, the claims become the members of a conflict. Reads the rows of
-- takings.sql and claims.sql.
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
