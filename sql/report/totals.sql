-- One row with the totals of the report: the conversations and messages, dated or not; the messages of prose that the person
-- wrote (`written`); and the names that were merged into SELF (`given_name`). `held_unsure` and `held_assistant` count the
-- claims that are not told because they are unsure or only an assistant's word. Passing claims are not counted.
-- history_known.sql makes `history_known`. Tables, views and macros are those of kg.duckdb, but with one entity for one person
-- (as_one.sql).
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
