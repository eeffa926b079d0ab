-- One row per month in which anything was said, with the counts of its conversations and messages, and the titles of the
-- conversations in which the person wrote most (at most $note_most_conversations). Tables are those of kg.duckdb.
WITH spoken AS (
    SELECT
        strftime(m.created_at_utc, '%Y-%m') AS month,
        m.conversation_id,
        c.title,
        count(*) AS messages,
        count(*) FILTER (m.role = 'user' AND m.is_prose) AS by_person,
        min(m.created_at_utc) AS first_utc
    FROM messages AS m
    JOIN conversations AS c USING (conversation_id)
    WHERE m.created_at_utc IS NOT NULL
    GROUP BY ALL
),
ranked AS (
    SELECT
        *,
        row_number() OVER (PARTITION BY month ORDER BY by_person DESC, messages DESC, conversation_id) AS place
    FROM spoken
)
SELECT
    month,
    count(*) AS conversations,
    sum(messages)::BIGINT AS messages,
    sum(by_person)::BIGINT AS by_person,
    list({'title': title, 'day': strftime(first_utc, '%Y-%m-%d')} ORDER BY first_utc, conversation_id)
        FILTER (place <= $note_most_conversations) AS titles
FROM ranked
GROUP BY month
ORDER BY month
