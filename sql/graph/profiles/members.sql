-- `kg.profile_members`: one row per window and member. `basis` says why the member is in the window:
-- - 'spoken': messages of the window speak of the member.
-- - 'valid': assertions about the member begin to hold in the window. This counts only in a kept window (one with enough
--   assertions) and if they give the member a `window_salience` above 0.
-- - 'both'.
-- `window_id` is NULL for a window that is not kept. Reads the rows of eligible.sql, salience.sql, spoken.sql, calendar.sql,
-- windows.sql and categories.sql.
WITH labels AS (
    SELECT entity_id, member_node_type, member_source_id, min(label) AS label, min(member_kind) AS member_kind
    FROM eligible
    WHERE member_source_id IS NOT NULL
    GROUP BY ALL
),
-- §6.6.5: only members of a salience above 0.
valid AS (
    SELECT * FROM salience WHERE window_salience > 0
),
joined AS (
    SELECT
        coalesce(v.entity_id, s.entity_id) AS entity_id,
        coalesce(v.granularity, s.granularity) AS granularity,
        coalesce(v.window_start_utc, s.window_start_utc) AS window_start_utc,
        coalesce(v.window_end_utc, s.window_end_utc) AS window_end_utc,
        coalesce(v.member_node_type, s.member_node_type) AS member_node_type,
        coalesce(v.member_source_id, s.member_source_id) AS member_source_id,
        v.window_id IS NOT NULL AS is_valid_here,
        s.entity_id IS NOT NULL AS is_spoken_of_here,
        coalesce(v.assertion_count, 0) AS assertion_count,
        v.window_salience,
        v.frequency,
        v.recency,
        v.confidence,
        coalesce(s.spoken_messages, 0) AS spoken_messages,
        coalesce(s.spoken_by_person, 0) AS spoken_by_person,
        coalesce(s.spoken_conversations, 0) AS spoken_conversations,
        s.spoken_salience,
        -- Every row leads to a message: if no message of the window speaks of the member, to those of its assertions.
        coalesce(s.first_message_id, v.first_claim) AS first_message_id,
        coalesce(s.last_message_id, v.last_claim) AS last_message_id
    FROM valid AS v
    FULL JOIN spoken AS s
        ON (s.entity_id, s.granularity, s.window_start_utc, s.member_node_type, s.member_source_id)
        = (v.entity_id, v.granularity, v.window_start_utc, v.member_node_type, v.member_source_id)
),
classified AS (
    SELECT
        j.*,
        w.window_id,
        c.category_key,
        c.classification_tier,
        c.classification_confidence,
        c.classified_by,
        l.label,
        l.member_kind,
        k.window_label
    FROM joined AS j
    JOIN labels AS l USING (entity_id, member_node_type, member_source_id)
    JOIN (SELECT DISTINCT granularity, window_start_utc, window_label FROM calendar) AS k
        USING (granularity, window_start_utc)
    LEFT JOIN windows AS w USING (entity_id, granularity, window_start_utc)
    JOIN categories AS c
        ON c.window_id = CASE WHEN j.is_valid_here THEN w.window_id ELSE '*' END
        AND (c.entity_id, c.member_node_type, c.member_source_id)
        = (j.entity_id, j.member_node_type, j.member_source_id)
)
SELECT
    * EXCLUDE (is_valid_here, is_spoken_of_here),
    CASE WHEN is_valid_here AND is_spoken_of_here THEN 'both' WHEN is_valid_here THEN 'valid' ELSE 'spoken' END AS basis,
    CASE
        WHEN is_valid_here
            THEN row_number() OVER (
                PARTITION BY entity_id, granularity, window_start_utc
                ORDER BY window_salience DESC NULLS LAST, assertion_count DESC, member_node_type, member_source_id
            )
    END AS valid_rank,
    CASE
        WHEN is_valid_here
            THEN row_number() OVER (
                PARTITION BY entity_id, granularity, window_start_utc, category_key
                ORDER BY window_salience DESC NULLS LAST, assertion_count DESC, member_node_type, member_source_id
            )
    END AS cluster_rank,
    CASE
        WHEN is_spoken_of_here
            THEN row_number() OVER (
                PARTITION BY entity_id, granularity, window_start_utc
                ORDER BY spoken_salience DESC NULLS LAST, spoken_messages DESC, member_node_type, member_source_id
            )
    END AS spoken_rank
FROM classified
ORDER BY entity_id, granularity, window_start_utc, member_node_type, member_source_id
