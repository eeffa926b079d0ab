-- One row per month (in the time zone `zone`) in which something was said. A row has the number of conversations and messages,
-- and the number of messages of prose that the person wrote (`written`). Messages without a time are left out. Tables, views
-- and macros are those of kg.duckdb.
SELECT
    strftime(created_at_utc AT TIME ZONE 'UTC' AT TIME ZONE $zone, '%Y-%m') AS month,
    count(DISTINCT conversation_id) AS conversations,
    count(*) AS messages,
    count(*) FILTER (role = 'user' AND is_prose) AS written
FROM messages
WHERE created_at_utc IS NOT NULL
GROUP BY month
ORDER BY month
