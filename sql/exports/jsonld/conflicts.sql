-- One row per conflict, with the ids of the claims in it. Tables are those of kg.duckdb.
SELECT
    g.conflict_group_id,
    g.conflict_type,
    g.detected_at_utc,
    list(m.assertion_id ORDER BY m.assertion_id) AS members
FROM conflict_groups AS g
JOIN conflict_members AS m USING (conflict_group_id)
GROUP BY ALL
ORDER BY g.conflict_group_id
