-- One row per claim to show in the note of the month in which it was said, in the order of time. Each month has at most
-- $note_most_claims claims: the person's before the assistant's, then the earliest. The caller gives `said` (the rows of
-- said.sql). The other tables are those of kg.duckdb.
SELECT strftime(said_at_utc, '%Y-%m') AS month, *
FROM said
WHERE said_at_utc IS NOT NULL
QUALIFY row_number() OVER (
    PARTITION BY strftime(said_at_utc, '%Y-%m') ORDER BY asserted_role DESC, said_at_utc, assertion_id
) <= $note_most_claims
ORDER BY month, said_at_utc, assertion_id
