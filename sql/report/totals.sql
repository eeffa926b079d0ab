-- How much there is in all, dated or not.
SELECT
    (SELECT count(*) FROM conversations) AS conversations,
    count(*) AS messages,
    count(*) FILTER (role = 'user' AND is_prose) AS written
FROM messages
