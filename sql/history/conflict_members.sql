-- `kg.conflict_members`: one row per conflict and member of this conflict. Members are claims. Reads the rows of
-- conflict_memberships.sql.
SELECT conflict_group_id, assertion_id
FROM conflict_memberships
ORDER BY conflict_group_id, assertion_id
