-- What was claimed in each month, those of the person before the assistant's where it is too much, in the order in which it was said. `said` is given.
SELECT said_at_utc[:7] AS month, *
FROM said
WHERE said_at_utc IS NOT NULL
QUALIFY row_number() OVER (
    PARTITION BY said_at_utc[:7] ORDER BY asserted_role DESC, said_at_utc, assertion_id
) <= $note_most_claims
ORDER BY month, said_at_utc, assertion_id
