-- The assertions of each kept window as `kg.profile_evidence` has them. `evidence` is given.
SELECT window_id, assertion_id, member_node_type, member_source_id FROM evidence ORDER BY window_id, assertion_id
