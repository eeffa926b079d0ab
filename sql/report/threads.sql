-- One row per profile member of `focal` (the entity whose months the report shows) that is a project, plan, task, problem,
-- desire or interest in some month. A row has the category of the member; if it had several, the one with the most messages.
-- `spoken` has for each month the number of messages that spoke of the member. Tables, views and macros are those of
-- kg.duckdb, but with one entity for one person (as_one.sql).
WITH members AS (
    SELECT * FROM profile_members WHERE entity_id = $focal AND granularity = 'month'
),
counted AS (
    SELECT member_node_type, member_source_id, category_key, sum(spoken_messages) AS messages, count(*) AS months
    FROM members
    WHERE category_key IN ('project', 'plan', 'task', 'problem', 'desire', 'interest')
    GROUP BY ALL
),
categorised AS (
    SELECT
        member_node_type,
        member_source_id,
        max({'messages': messages, 'months': months, 'category': category_key}).category AS category
    FROM counted
    GROUP BY ALL
)
SELECT
    c.category,
    min(t.label) AS name,
    lower(min(t.label)) AS object_key,
    t.member_node_type,
    t.member_source_id,
    sum(t.spoken_messages)::BIGINT AS messages,
    sum(t.spoken_by_person)::BIGINT AS by_person,
    list({'month': t.window_label, 'messages': t.spoken_messages} ORDER BY t.window_label)
        FILTER (t.spoken_messages > 0) AS spoken
FROM members AS t
JOIN categorised AS c USING (member_node_type, member_source_id)
GROUP BY c.category, t.member_node_type, t.member_source_id
ORDER BY messages DESC, by_person DESC, name, t.member_node_type, t.member_source_id
