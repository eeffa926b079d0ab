-- `kg.conflict_members`: the claims of each conflict. `conflict_memberships` is given.
SELECT conflict_group_id, assertion_id
FROM conflict_memberships
ORDER BY conflict_group_id, assertion_id
