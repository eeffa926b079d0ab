-- How much there is in all, dated or not, and how many claims are held back, by why.
SELECT
    (SELECT count(*) FROM conversations) AS conversations,
    (SELECT count(*) FROM history_known WHERE doubt = 'unsure') AS held_unsure,
    (SELECT count(*) FROM history_known WHERE doubt = 'assistant') AS held_assistant,
    count(*) AS messages,
    count(*) FILTER (role = 'user' AND is_prose) AS written
FROM messages
