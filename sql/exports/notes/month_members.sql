-- The profile members to show in the note of a month, one row per month and member, at most $note_most_members for each month in
-- all profiles together. They are sorted by the entity_id of the profile, and within a profile by how much they were spoken of.
-- Tables are those of kg.duckdb.
SELECT
    m.window_label AS month,
    m.label,
    m.category_key,
    m.spoken_messages,
    m.spoken_by_person,
    m.basis,
    CASE WHEN m.member_node_type = 'Entity' THEN m.member_source_id END AS entity_id
FROM profile_members AS m
WHERE m.granularity = 'month'
QUALIFY row_number() OVER (
    PARTITION BY m.window_label
    ORDER BY m.entity_id, m.spoken_rank NULLS LAST, m.valid_rank NULLS LAST, m.member_node_type, m.member_source_id
) <= $note_most_members
ORDER BY
    m.window_label,
    m.entity_id,
    m.spoken_rank NULLS LAST,
    m.valid_rank NULLS LAST,
    m.member_node_type,
    m.member_source_id
