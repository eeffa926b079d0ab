-- Every month in which something was said, in the zone in which the windows of the profiles align.
SELECT
    strftime(created_at_utc AT TIME ZONE 'UTC' AT TIME ZONE $zone, '%Y-%m') AS month,
    count(DISTINCT conversation_id) AS conversations,
    count(*) AS messages,
    count(*) FILTER (role = 'user' AND is_prose) AS written
FROM messages
WHERE created_at_utc IS NOT NULL
GROUP BY month
ORDER BY month
