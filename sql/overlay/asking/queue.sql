-- `overlay.tier4_queue`: one row per open mention (no node was accepted for it), with the status of the question to a model
-- about this mention. The status is `queued` until the question is asked. Reads the rows of heard.sql.
SELECT
    q.*,
    coalesce(h.status, 'queued') AS status,
    coalesce(h.retry_count, 0) AS retry_count,
    h.error AS last_error_code
FROM overlay.tier4_queue__open AS q
LEFT JOIN heard AS h USING (mention_id)
