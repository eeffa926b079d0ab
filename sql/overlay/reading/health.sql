-- `overlay.knowledge_health` (§41.8): one row per measure of how well the overlay is kept. There are the numbers of waiting
-- reviews and of unsure, disputed and stale nodes, and the share of reviewed relations that the person approved
-- (`extraction_precision`). `debt_score`, from 0 (good) to 100, weighs all of these except the stale nodes.
WITH counted AS (
    SELECT
        (SELECT count(*) FROM overlay.review_queue WHERE status = 'pending')::DOUBLE AS unresolved_suggestion_count,
        (SELECT count(*) FROM overlay.nodes WHERE is_active AND source_kind <> 'thread' AND confidence < $unsure_below)::DOUBLE
            AS low_confidence_active_nodes,
        (SELECT count(*) FROM overlay.nodes WHERE is_active AND conflict_score > $disputed_above)::DOUBLE
            AS active_contradictions,
        (SELECT count(*) FROM overlay.nodes WHERE is_active AND staleness_state IN ('stale', 'expired'))::DOUBLE
            AS stale_nodes,
        -- The share of approved relations among those with a verdict of the person; 1 where there is no verdict.
        (SELECT
            coalesce(
                count(*) FILTER (user_verdict = 'approved') / nullif(count(*) FILTER (user_verdict <> 'none'), 0)::DOUBLE, 1.0
            )
            FROM overlay.evidence_bundles) AS extraction_precision
),

scored AS (
    SELECT
        *,
        100 * (
            $debt_of_waiting * least(1.0, unresolved_suggestion_count / $debt_full_waiting)
            + $debt_of_unsure * least(1.0, low_confidence_active_nodes / $debt_full_unsure)
            + $debt_of_contradictions * least(1.0, active_contradictions / $debt_full_contradictions)
            + $debt_of_rejections * (1 - extraction_precision)
        ) AS debt_score
    FROM counted
)

SELECT measure, round(value, 12) AS value
FROM (SELECT CAST(COLUMNS(*) AS DOUBLE) FROM scored)
UNPIVOT (value FOR measure IN (*))
