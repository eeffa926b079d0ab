-- `overlay.work_rhythm` (§17.5): one row per `activity_kind`, `weekday` and `hour_band`, with how many conversations begin
-- then in the person's time zone. `activity_kind` is coding or talking for a chat, else the kind of source. `weekday` is a day
-- of the week, or 'any' for all together. `hour_band` is three hours of the day. Rows with fewer than `rhythm_min_instances`
-- conversations are left out.
WITH begun AS (
    SELECT
        c.conversation_id,
        min(m.created_at_utc)::TIMESTAMPTZ AT TIME ZONE $anchor_timezone AS began,
        CASE
            WHEN c.source_kind NOT IN ('chatgpt', 'claude') THEN c.source_kind
            WHEN bool_or(coalesce(m.code_fence_ranges_json, '[]') <> '[]' OR m.export_content_type = 'code') THEN 'coding'
            ELSE 'talking'
        END AS activity_kind
    FROM kg.conversations AS c
    JOIN kg.messages AS m USING (conversation_id)
    WHERE m.created_at_utc <= $as_of
    GROUP BY c.conversation_id, c.source_kind
),

placed AS (
    SELECT activity_kind, unnest([strftime(began, '%A'), 'any']) AS weekday, hour(began) // 3 * 3 AS first_hour
    FROM begun
),

counted AS (
    SELECT
        activity_kind,
        weekday,
        printf('%02d-%02d', first_hour, first_hour + 3) AS hour_band,
        count(*) AS session_count
    FROM placed
    GROUP BY ALL
)

SELECT
    *,
    round(session_count / sum(session_count) FILTER (weekday = 'any') OVER (PARTITION BY activity_kind)::DOUBLE, 12) AS share
FROM counted
QUALIFY session_count >= $rhythm_min_instances
