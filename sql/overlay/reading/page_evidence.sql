-- One row per provenance entry, for the pages of nodes: sorted by node, and within a node by `place`, its number there (the
-- newest is 1).
SELECT node_id, entry_id, entry_type, source_description, source_ref, authority_type, still_current, verbatim_excerpt, created_at
FROM overlay.provenance_entries
ORDER BY node_id, place
