-- `kg.profile_evidence`: one row per kept window and assertion that begins to hold in this window. A kept window is one with
-- enough assertions. Reads the rows of evidence.sql.
SELECT window_id, assertion_id, member_node_type, member_source_id FROM evidence ORDER BY window_id, assertion_id
