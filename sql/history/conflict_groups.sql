-- `kg.conflict_groups`: one row per conflict, with its type, its key, its details as JSON, and when it was detected. A
-- conflict is detected when the last of its members is said (design §5). Reads the rows of conflict_memberships.sql and
-- conflicts.sql.
WITH noticed AS (
    SELECT conflict_group_id, max(asserted_at_utc) AS detected_at_utc
    FROM conflict_memberships
    GROUP BY conflict_group_id
)
SELECT conflict_group_id, conflict_type, conflict_key, detected_at_utc, detail AS raw_conflict_json
FROM conflicts
LEFT JOIN noticed USING (conflict_group_id)
ORDER BY conflict_group_id
