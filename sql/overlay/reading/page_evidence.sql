-- The provenance entries of all nodes, by node and in the order of `place`.
SELECT node_id, entry_id, entry_type, source_description, source_ref, authority_type, still_current, verbatim_excerpt, created_at
FROM overlay.provenance_entries
ORDER BY node_id, place
