-- One row per month and member, if something was said of the member in that month. These are the members with a `spoken_rank`
-- in the profile of `focal` (the entity whose months the report shows), in the order of that rank. The macro `what_mattered`
-- has more rows for a month: members that only held then (their `spoken_rank` is NULL), and members of other profiles. Tables,
-- views and macros are those of kg.duckdb, but with one entity for one person (as_one.sql).
SELECT
    window_label AS month,
    label AS what,
    category_key AS category,
    spoken_messages AS messages,
    first_message_id,
    member_node_type,
    member_source_id
FROM profile_members
WHERE entity_id = $focal AND granularity = 'month' AND spoken_rank IS NOT NULL
ORDER BY month, spoken_rank, valid_rank NULLS LAST, member_node_type, member_source_id
