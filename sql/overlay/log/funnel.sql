-- `overlay.extraction_funnel` (§20A.9): for each day its messages (`seen`), those that were read (`noticed`), those that gave a
-- claim or a resolved mention (`analysed`), and the claims and promoted edges from them (`remembered`). Messages without a time
-- are left out. `audit` is given.
SELECT
    extracted_at[:10] AS day,
    count(*) AS seen,
    count(*) FILTER (dispatch_decision = 'extracted') AS noticed,
    count(*) FILTER (skip_reason IS NULL) AS analysed,
    sum(items_extracted + items_promoted)::BIGINT AS remembered
FROM audit
WHERE extracted_at IS NOT NULL
GROUP BY day
