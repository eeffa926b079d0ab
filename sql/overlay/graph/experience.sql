-- `overlay.experience_records` (§34.2, §34.6): one row per node that came up, with how often, when last, and whether it comes
-- up more or less of late (`overall_trend`). For a tool its uses are counted, for any other node the pieces of evidence that
-- add to its alpha. A tool (`depth` 'full') also has its last `recent_usage_events` uses and a summary of the uses before
-- them. All other nodes are 'light'. Reads the rows of used.sql and events.sql.
WITH uses AS (
    SELECT
        node_id, event_id, used_at, outcome, TRUE AS is_full,
        row_number() OVER (PARTITION BY node_id ORDER BY place DESC) AS from_last
    FROM used
    UNION ALL
    SELECT
        node_id, event_id, occurred_at, NULL, FALSE,
        row_number() OVER (PARTITION BY node_id ORDER BY occurred_at DESC, event_id)
    FROM events
    ANTI JOIN used USING (node_id)
    WHERE delta_alpha > 0
),

counted AS (
    SELECT
        node_id,
        bool_or(is_full) AS is_full,
        count(*) AS total_count,
        count(*) FILTER (outcome = 'success') AS success_count,
        count(*) FILTER (outcome = 'failure') AS failure_count,
        min(used_at) AS first_used_at,
        max(used_at) AS last_used_at,
        max(outcome) FILTER (from_last = 1) AS last_outcome,
        list(event_id ORDER BY from_last) FILTER (is_full AND from_last <= $recent_usage_events) AS recent_events,
        count(*) FILTER (is_full AND from_last > $recent_usage_events) AS older_count,
        min(used_at) FILTER (is_full AND from_last > $recent_usage_events) AS older_from,
        max(used_at) FILTER (is_full AND from_last > $recent_usage_events) AS older_to,
        count(*) FILTER (from_last > $recent_usage_events AND outcome = 'success') AS older_successes,
        count(*) FILTER (used_at::TIMESTAMP > $as_of::TIMESTAMP - to_days($trend_days)) AS lately,
        count(*) FILTER (
            used_at::TIMESTAMP > $as_of::TIMESTAMP - to_days(2 * $trend_days)
            AND used_at::TIMESTAMP <= $as_of::TIMESTAMP - to_days($trend_days)
        ) AS before
    FROM uses
    GROUP BY node_id
)

SELECT
    node_id,
    CASE WHEN is_full THEN 'full' ELSE 'light' END AS depth,
    total_count,
    success_count,
    failure_count,
    last_used_at,
    last_outcome,
    coalesce(recent_events, []) AS recent_events,
    older_count,
    older_from,
    older_to,
    CASE WHEN older_count > 0 THEN round(older_successes / older_count::DOUBLE, 12) END AS older_success_rate,
    CASE
        WHEN first_used_at::TIMESTAMP > $as_of::TIMESTAMP - to_days($trend_days) THEN 'new'
        WHEN lately >= $trend_factor * before AND lately > before THEN 'growing'
        WHEN before >= $trend_factor * lately AND before > lately THEN 'declining'
        ELSE 'stable'
    END AS overall_trend
FROM counted
