-- `kg.conflict_members`.
SELECT conflict_group_id, assertion_id
FROM conflict_memberships
ORDER BY conflict_group_id, assertion_id
