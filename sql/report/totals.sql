-- How much there is in all, dated or not, and how many claims are held back, by why.
SELECT
    (SELECT count(*) FROM conversations) AS conversations,
    -- The names that a person merged into SELF, as `annals review merge SELF NAME` does.
    coalesce((
        SELECT array_to_string(e.aliases_json.list_filter(lambda name: name <> 'SELF'), ', ')
        FROM entities AS e
        WHERE e.entity_type = 'PERSON' AND e.entity_key = '__SELF__'
    ), '') AS given_name,
    (SELECT count(*) FROM history_known WHERE doubt = 'unsure') AS held_unsure,
    (SELECT count(*) FROM history_known WHERE doubt = 'assistant') AS held_assistant,
    count(*) AS messages,
    count(*) FILTER (role = 'user' AND is_prose) AS written
FROM messages
