-- What each page's node rests on, the newest first.
SELECT node_id, entry_id, entry_type, source_description, source_ref, authority_type, still_current, verbatim_excerpt, created_at
FROM overlay.provenance_entries
ORDER BY node_id, place
