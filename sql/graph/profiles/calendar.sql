-- One row per month and granularity (month, quarter, year), with the window in which the month lies (§6.6.3, design §9). The
-- months are those in which a claim begins to hold or a message was written. Windows are those of the calendar in the time
-- zone `$anchor_timezone`. `month` is a local timestamp; the bounds of windows are instants. The caller gives `granularities`
-- (each with its number of months).
WITH instants AS (
    SELECT valid_from_utc AS instant FROM kg.assertion_temporalized
    UNION
    SELECT created_at_utc FROM kg.messages
),
months AS (
    SELECT DISTINCT date_trunc('month', instant::TIMESTAMPTZ AT TIME ZONE $anchor_timezone)::TIMESTAMP AS month
    FROM instants
    WHERE instant IS NOT NULL
),
aligned AS (
    SELECT
        m.month,
        g.granularity,
        date_trunc(g.granularity, m.month)::TIMESTAMP AS starts,
        date_trunc(g.granularity, m.month)::TIMESTAMP + to_months(g.months) AS ends
    FROM months AS m
    CROSS JOIN granularities AS g
),
bounded AS (
    SELECT
        month,
        granularity,
        starts,
        -- Instants end with the year 9999 (and begin with 0001): a zone's offset must not push a bound beyond.
        greatest((starts AT TIME ZONE $anchor_timezone) AT TIME ZONE 'UTC', TIMESTAMP '0001-01-01 00:00:00') AS first,
        least((ends AT TIME ZONE $anchor_timezone) AT TIME ZONE 'UTC', TIMESTAMP '9999-12-31 23:59:59.999') AS last
    FROM aligned
)
SELECT
    month,
    granularity,
    strftime(first, '%Y-%m-%dT%H:%M:%S.%gZ') AS window_start_utc,
    strftime(last, '%Y-%m-%dT%H:%M:%S.%gZ') AS window_end_utc,
    CASE granularity
        WHEN 'month' THEN strftime(starts, '%Y-%m')
        WHEN 'quarter' THEN strftime(starts, '%Y') || '-Q' || quarter(starts)
        ELSE strftime(starts, '%Y')
    END AS window_label
FROM bounded
ORDER BY granularity, month
