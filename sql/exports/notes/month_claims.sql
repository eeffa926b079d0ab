-- What was claimed in each month, those of the person before the assistant's where it is too much, in the order in which it
-- was said. `said` is given.
SELECT strftime(said_at_utc, '%Y-%m') AS month, *
FROM said
WHERE said_at_utc IS NOT NULL
QUALIFY row_number() OVER (
    PARTITION BY strftime(said_at_utc, '%Y-%m') ORDER BY asserted_role DESC, said_at_utc, assertion_id
) <= $note_most_claims
ORDER BY month, said_at_utc, assertion_id
