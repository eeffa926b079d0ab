-- One row per profile and member, with the member's category, if no rule gives that category. It was then taken from
-- predicates that are like the member's own (tier 2 of `sql/graph/profiles`), or a model voted for it (tier 3). If the
-- category differs between windows, that of the newest window counts. If the table `relatives` has a row for the member, the
-- id here is that row's `told_as_id`: the entity under whose name the report mentions the relative. `relatives` is made by
-- relatives.sql; the other tables are those of kg.duckdb.
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
