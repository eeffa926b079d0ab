-- How much there is in all, dated or not, and how many claims are held back, by why.
SELECT
    (SELECT count(*) FROM conversations) AS conversations,
    (SELECT count(*) FROM history_known WHERE NOT is_sure AND is_user_grounded) AS held_unsure,
    (SELECT count(*) FROM history_known WHERE NOT is_sure AND NOT is_user_grounded) AS held_assistant,
    count(*) AS messages,
    count(*) FILTER (role = 'user' AND is_prose) AS written
FROM messages
