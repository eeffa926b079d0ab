-- Three views and a macro for analysts. Tables are named as they are in kg.duckdb.
--
-- `conversation_overview`: one row per conversation, with how much of it the person wrote. `own_words`: one row per message of
-- prose that the person wrote. `activity_by_month`: one row per month, with how much was said. The macro `branch`: one row per
-- message from the beginning of a conversation to a given message.

CREATE VIEW conversation_overview AS
SELECT
    c.conversation_id,
    c.title,
    c.source_kind,
    c.default_model_slug AS model,
    min(m.created_at_utc) AS first_said_utc,
    max(m.created_at_utc) AS last_said_utc,
    count(m.message_id) AS messages,
    count(m.message_id) FILTER (m.role = 'user' AND m.is_prose) AS written_by_person,
    count(m.message_id) FILTER (NOT m.is_on_active_path) AS on_other_branches,
    coalesce(sum(length(m.text_raw)), 0) AS characters
FROM conversations c
LEFT JOIN messages m USING (conversation_id)
GROUP BY ALL;

COMMENT ON VIEW conversation_overview IS
    'Every conversation with its first and last message, and how much of it the person wrote.';

CREATE VIEW own_words AS
SELECT m.created_at_utc AS said_at_utc, c.title, m.text_raw AS words, m.message_id, m.conversation_id
FROM messages m
JOIN conversations c USING (conversation_id)
WHERE m.role = 'user' AND m.is_prose AND m.text_raw IS NOT NULL;

COMMENT ON VIEW own_words IS 'What the person wrote themselves, as prose: no code, no instructions, nothing hidden.';

CREATE VIEW activity_by_month AS
SELECT
    strftime(created_at_utc, '%Y-%m') AS month,
    count(DISTINCT conversation_id) AS conversations,
    count(*) AS messages,
    count(*) FILTER (role = 'user' AND is_prose) AS written_by_person
FROM messages
WHERE created_at_utc IS NOT NULL
GROUP BY ALL
ORDER BY month;

COMMENT ON VIEW activity_by_month IS 'Conversations and messages by month.';

-- The branch that leads to a message, from its root on.
CREATE MACRO branch(id) AS TABLE
WITH RECURSIVE path AS (
    SELECT message_id, parent_id, 0 AS steps_before FROM messages WHERE message_id = id
    UNION ALL
    SELECT m.message_id, m.parent_id, p.steps_before + 1
    FROM path p JOIN messages m ON m.message_id = p.parent_id
)
SELECT p.steps_before, m.role, m.created_at_utc, m.text_raw, m.message_id
FROM path p JOIN messages m USING (message_id)
ORDER BY p.steps_before DESC;

COMMENT ON MACRO TABLE branch IS
    'The messages from the root of the conversation to this one, by its id: FROM branch(''an id'').';
