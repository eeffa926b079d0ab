-- `overlay.extraction_funnel` (§20A.9): of each day how much was seen, noticed, read and remembered. `audit` is given.
SELECT
    extracted_at[:10] AS day,
    count(*) AS seen,
    count(*) FILTER (dispatch_decision = 'extracted') AS noticed,
    count(*) FILTER (skip_reason IS NULL) AS analysed,
    sum(items_extracted + items_promoted)::BIGINT AS remembered
FROM audit
WHERE extracted_at IS NOT NULL
GROUP BY day
