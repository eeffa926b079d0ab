-- `overlay.tier4_queue`: the open mentions with the status of their question. A mention that was not asked about yet is `queued`.
-- `heard` is given.
SELECT
    q.*,
    coalesce(h.status, 'queued') AS status,
    coalesce(h.retry_count, 0) AS retry_count,
    h.error AS last_error_code
FROM overlay.tier4_queue__open AS q
LEFT JOIN heard AS h USING (mention_id)
