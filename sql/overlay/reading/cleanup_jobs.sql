-- `overlay.cleanup_jobs` (§42.2, §42.5): one row per job of the nightly clean-up (there are eight), with its action, its
-- threshold and the number of nodes that it found. The job 'orphan' has no threshold, so it has 0 there. Reads the rows of
-- findings.sql.
WITH jobs (job, action, threshold) AS (
    VALUES
    ('observed_never_suggested', 'archive', $archive_observed_days::DOUBLE),
    ('suggested_never_confirmed', 'archive', $archive_suggested_days::DOUBLE),
    ('near_duplicate', 'merge_queue', $near_duplicate_likeness::DOUBLE),
    ('conflicting_evidence', 'contradiction_queue', $disputed_above::DOUBLE),
    ('orphan', 'flag', 0.0),
    ('old_trace', 'summarize', $old_trace_days::DOUBLE),
    ('old_usage', 'count', $old_usage_days::DOUBLE),
    ('stale_procedure', 'mark_stale', 1.0)
)

SELECT j.job, j.action, j.threshold, count(f.node_id) AS found
FROM jobs AS j
LEFT JOIN findings AS f USING (job)
GROUP BY ALL
