-- `overlay.quality_gates` (§6.5, §11.7): one row per week, class and kind of source. The class (`candidate_class`) says what
-- was read: relations, new names or a kind of claim. The kind of source is `surface`; it is 'all' for claims.
-- `precision_estimate` is the share of these things that did not prove wrong. A relation is wrong if the person rejected or
-- corrected it, a new name if they rejected it, and a claim if its node is invalidated.
--
-- A class has a floor: the least share that is good enough. If a week is below the floor, and the week before it in this table
-- was below it, too, the row of this week is tripped (`is_tripped`). While the newest row of relations is tripped, judged.sql
-- holds new relations of that kind of source for review.
--
-- Weeks in which fewer than `quality_min_extractions` things were read are left out, and so are classes without a floor. Reads
-- the rows of bundles.sql. The caller gives `floors` (the floor of each class).
WITH read AS (
    SELECT
        'relationship' AS candidate_class,
        first_mention.surface AS surface,
        date_trunc('week', last_supported_at::TIMESTAMP) AS week,
        user_verdict IN ('rejected', 'relation_corrected') AS is_wrong
    FROM bundles
    WHERE evidence_score >= $min_salience_for_promotion OR user_verdict <> 'none'
    UNION ALL
    SELECT 'entity', coalesce(m.source_kind, 'chatgpt'), date_trunc('week', c.created_at::TIMESTAMP), c.status = 'rejected'
    FROM overlay.entity_creation_candidates AS c
    LEFT JOIN kg.messages AS m ON m.message_id = c.source_observation_ids[1]
    UNION ALL
    SELECT
        CASE node_kind WHEN 'memory_directive' THEN 'preference' ELSE node_kind END,
        'all',
        date_trunc('week', created_at::TIMESTAMP),
        staleness_state = 'invalidated'
    FROM overlay.nodes
    WHERE source_kind = 'claim'
),

counted AS (
    SELECT
        candidate_class,
        surface,
        strftime(week, '%Y-%m-%dT%H:%M:%S.%gZ') AS period,
        count(*) AS extractions_total,
        count(*) FILTER (is_wrong) AS user_corrections
    FROM read
    GROUP BY ALL
    HAVING count(*) >= $quality_min_extractions
),

estimated AS (
    SELECT
        c.*,
        round(1 - c.user_corrections / c.extractions_total::DOUBLE, 12) AS precision_estimate,
        f.floor AS min_precision_required,
        precision_estimate < f.floor AS is_below
    FROM counted AS c
    JOIN floors AS f USING (candidate_class)
)

SELECT
    * EXCLUDE (is_below),
    is_below AND coalesce(lag(is_below) OVER (PARTITION BY candidate_class, surface ORDER BY period), FALSE) AS is_tripped,
    row_number() OVER (PARTITION BY candidate_class, surface ORDER BY period DESC) = 1 AS is_latest
FROM estimated
