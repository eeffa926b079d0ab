-- One row per month and profile member to show in the note of the month. Each month has at most $note_most_members members
-- from all profiles together. They are sorted by the entity that has the profile, and within a profile by how much was said of
-- them. Tables are those of kg.duckdb.
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
