-- One row with the totals of the report: the number of conversations and of messages, with those that have no time; the number
-- of messages of prose that the person wrote (`written`); and the names that were merged into SELF (`given_name`). Two columns
-- count claims that are not told: `held_unsure` those that are unsure, `held_assistant` those that only an assistant said.
-- Passing claims are in neither. The claims come from the table `history_known`, which history_known.sql makes. Tables, views
-- and macros are those of kg.duckdb, but with one entity for one person (as_one.sql).
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
