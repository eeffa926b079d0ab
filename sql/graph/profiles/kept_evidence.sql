-- `kg.profile_evidence`: one row per kept window (one with enough assertions) and assertion in it. Reads the rows of
-- evidence.sql.
SELECT window_id, assertion_id, member_node_type, member_source_id FROM evidence ORDER BY window_id, assertion_id
