-- `overlay.edges` (§42A.6.1): the edges of `overlay.edges__promoted` with `effective_confidence`, which halves every
-- `edge_half_life_days` since the edge was last supported. An ended edge is 'archived'. Of the others an edge below
-- `edge_demotion_below` is 'suppressed', until new evidence raises it again; never an 'active' one (approved by the person, or
-- an edge of structure.sql).
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
