-- `overlay.weekly_digest` (§42A.4.6): one row per line of a digest of what happened in the last full week (Monday to Monday)
-- before `as_of`. Each section has at most `digest_lines` lines. Two sections are not about that week: 'deadlines' has those
-- of the `digest_deadline_days` days after it, and the reviews and stale nodes are those at `as_of`. Only nodes and reviews
-- with the visibility 'cloud_allowed' or 'cloud_warn' are shown. Conversations are not shown.
WITH week AS (
    SELECT
        date_trunc('week', $as_of::TIMESTAMP) AS ends,
        ends - INTERVAL 7 DAY AS begins,
        strftime(begins, '%Y-%m-%dT%H:%M:%S.%gZ') AS week_start,
        strftime(ends, '%Y-%m-%dT%H:%M:%S.%gZ') AS week_end
),

shown AS (SELECT * FROM overlay.nodes WHERE visibility_class IN ('cloud_allowed', 'cloud_warn') AND source_kind <> 'thread'),

lines AS (
    SELECT 'new' AS section, n.node_id, n.canonical_name || ', ' || n.subtype AS line, n.confidence AS weight, n.visibility_class
    FROM shown AS n, week AS w
    WHERE n.created_at >= w.week_start AND n.created_at < w.week_end
    UNION ALL
    SELECT 'firmer', n.node_id, n.canonical_name || ', ' || count(*) || ' times', count(*), n.visibility_class
    FROM overlay.confidence_events AS e
    JOIN shown AS n USING (node_id)
    CROSS JOIN week AS w
    WHERE
        e.delta_alpha > 0 AND e.occurred_at >= w.week_start AND e.occurred_at < w.week_end
        AND n.created_at < w.week_start
    GROUP BY n.node_id, n.canonical_name, n.visibility_class
    UNION ALL
    SELECT
        CASE c.change_type WHEN 'corrected' THEN 'corrections' ELSE 'ended' END,
        n.node_id, n.canonical_name, n.confidence, n.visibility_class
    FROM overlay.change_records AS c
    JOIN shown AS n USING (node_id)
    CROSS JOIN week AS w
    WHERE
        c.change_type IN ('corrected', 'invalidated', 'updated') AND c.changed_at >= w.week_start
        AND c.changed_at < w.week_end
    UNION ALL
    SELECT
        'deadlines', n.node_id, n.canonical_name || ', due ' || (n.payload ->> '$.deadline.date')[:10], n.confidence,
        n.visibility_class
    FROM shown AS n, week AS w
    WHERE
        n.node_kind = 'obligation' AND (n.payload ->> '$.deadline.date') >= w.week_end
        AND (n.payload ->> '$.deadline.date') < strftime(w.ends + to_days($digest_deadline_days), '%Y-%m-%dT%H:%M:%S.%gZ')
    UNION ALL
    SELECT 'to_review', NULL, q.title, q.priority, q.visibility_class
    FROM overlay.review_queue AS q
    WHERE q.status = 'pending' AND q.visibility_class IN ('cloud_allowed', 'cloud_warn')
    UNION ALL
    -- All stale nodes together have one line.
    SELECT 'stale', NULL, count(*) || ' things have not been spoken of for long', count(*), 'cloud_allowed'
    FROM shown
    WHERE staleness_state IN ('stale', 'expired')
    HAVING count(*) > 0
)

SELECT
    sha256('digest|' || w.week_start) AS digest_id,
    w.week_start,
    w.week_end,
    l.section,
    row_number() OVER (PARTITION BY l.section ORDER BY l.weight DESC, l.line, l.node_id) AS place,
    l.node_id,
    l.line,
    l.visibility_class
FROM lines AS l
CROSS JOIN week AS w
QUALIFY row_number() OVER (PARTITION BY l.section ORDER BY l.weight DESC, l.line, l.node_id) <= $digest_lines
