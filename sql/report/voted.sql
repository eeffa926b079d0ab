-- One row per profile and member whose category does not come from rules but from similar predicates or from a model's vote
-- (tier 2 or 3 of `sql/graph/profiles`), with that category. If the category differs between windows, that of the newest
-- window counts. If the member is a relative of `relatives`, the row has the id of the entity under whose name the report
-- mentions them. `relatives` is made by relatives.sql; the other tables are those of kg.duckdb.
WITH newest AS (
    SELECT
        m.entity_id,
        m.member_node_type,
        coalesce(r.told_as_id, m.member_source_id) AS member_source_id,
        max({
            'at': m.window_end_utc, 'confidence': m.classification_confidence, 'category': m.category_key
        }) AS classified
    FROM profile_members AS m
    LEFT JOIN relatives AS r ON r.entity_id = m.member_source_id
    WHERE m.classification_tier > 1
    GROUP BY ALL
)
SELECT entity_id, member_node_type, member_source_id, classified.category AS category, classified.confidence AS confidence
FROM newest
ORDER BY entity_id, member_node_type, member_source_id
