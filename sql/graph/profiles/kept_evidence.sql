-- `kg.profile_evidence`: the assertions of each kept window. `evidence` is given.
SELECT window_id, assertion_id, member_node_type, member_source_id FROM evidence ORDER BY window_id, assertion_id
