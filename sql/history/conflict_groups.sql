-- `kg.conflict_groups`: every conflict; it is noticed when the last of its members is said (design §5). `conflicts` and
-- `conflict_memberships` are given.
WITH noticed AS (
    SELECT conflict_group_id, max(asserted_at_utc) AS detected_at_utc
    FROM conflict_memberships
    GROUP BY conflict_group_id
)
SELECT conflict_group_id, conflict_type, conflict_key, detected_at_utc, detail AS raw_conflict_json
FROM conflicts
LEFT JOIN noticed USING (conflict_group_id)
ORDER BY conflict_group_id
