-- One row per entry of `overlay.provenance_entries` (the evidence of a node), for the pages of nodes. Rows are sorted by node,
-- and within a node by `place`: the newest is 1.
SELECT node_id, entry_id, entry_type, source_description, source_ref, authority_type, still_current, verbatim_excerpt, created_at
FROM overlay.provenance_entries
ORDER BY node_id, place
