-- What was spoken of in each month, one row per month and member: the members with a `spoken_rank` in the month's profile of
-- `focal`, in that order. The macro `what_mattered` gives the same members for one month, and two kinds more: members that only
-- held then (`spoken_rank` is NULL), and members of other profiles (another `whose_entity_id`). Tables, views and macros are
-- those of kg.duckdb, but with one entity for one person (as_one.sql).
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
