-- For each member of a profile to which no rule but a model or the nearness of predicates gave a category (tier 2 or 3 of
-- `sql/graph/profiles`): that category, of several windows the newest one's. A member that is a relative of `relatives` has the
-- id of the entity as which the report tells them. `relatives` is given; the other tables are those of kg.duckdb.
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
