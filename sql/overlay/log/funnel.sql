-- `overlay.extraction_funnel` (§20A.9): one row per day, with four numbers about the messages of this day. `seen` counts them.
-- `noticed` counts those that were read, and `analysed` those that gave a claim or a resolved mention. `remembered` counts the
-- claims and promoted edges that came from them. Messages without a time are left out. Reads the rows of audit.sql.
SELECT
    extracted_at[:10] AS day,
    count(*) AS seen,
    count(*) FILTER (dispatch_decision = 'extracted') AS noticed,
    count(*) FILTER (skip_reason IS NULL) AS analysed,
    sum(items_extracted + items_promoted)::BIGINT AS remembered
FROM audit
WHERE extracted_at IS NOT NULL
GROUP BY day
