-- `overlay.edges` (§42A.6.1): one row per edge of `overlay.edges__promoted`, with `effective_confidence`: its confidence,
-- which halves with every `edge_half_life_days` days since evidence last supported the edge. An edge that has ended is
-- 'archived'. An edge whose `effective_confidence` is below `edge_demotion_below` is 'suppressed' until new evidence raises it
-- again. An 'active' edge (the person approved it, or it comes from evidence/structure.sql) is never suppressed.
WITH faded AS (
    SELECT
        *,
        greatest(0, epoch_ms($as_of::TIMESTAMP) - epoch_ms((payload ->> '$.last_supported_at')::TIMESTAMP)) / 86400000.0
            AS idle_days,
        round(confidence * 0.5 ** (idle_days / $edge_half_life_days), 12) AS effective_confidence
    FROM overlay.edges__promoted
)

SELECT
    * REPLACE (
        CASE
            WHEN end_date IS NOT NULL THEN 'archived'
            WHEN lifecycle_state <> 'active' AND effective_confidence < $edge_demotion_below THEN 'suppressed'
            ELSE lifecycle_state
        END AS lifecycle_state
    )
FROM faded
