-- One row per member and window, with how much was said of the member there. A message speaks of a member if it is prose and
-- names the member, or if an eligible assertion about the member was read from it. Messages without a time are left out. A
-- message lies in the windows of its own time. Every window counts here, even one with few messages. Reads the rows of
-- eligible.sql and calendar.sql.
WITH members AS (
    SELECT DISTINCT entity_id, member_node_type, member_source_id FROM eligible WHERE member_source_id IS NOT NULL
),
speaking AS (
    SELECT m.entity_id, m.member_node_type, m.member_source_id, n.message_id
    FROM members AS m
    JOIN kg.entity_mentions AS n ON n.entity_id = m.member_source_id
    JOIN kg.messages AS s ON s.message_id = n.message_id AND s.is_prose
    WHERE m.member_node_type = 'Entity'
    UNION
    SELECT entity_id, member_node_type, member_source_id, message_id FROM eligible WHERE member_source_id IS NOT NULL
),
placed AS (
    SELECT
        s.*,
        m.role = 'user' AS is_person,
        m.conversation_id,
        m.created_at_utc,
        date_trunc('month', m.created_at_utc::TIMESTAMPTZ AT TIME ZONE $anchor_timezone)::TIMESTAMP AS month
    FROM speaking AS s
    JOIN kg.messages AS m USING (message_id)
    WHERE m.created_at_utc IS NOT NULL
),
counted AS (
    SELECT
        p.entity_id,
        c.granularity,
        c.window_start_utc,
        c.window_end_utc,
        c.window_label,
        p.member_node_type,
        p.member_source_id,
        count(*) AS spoken_messages,
        count(*) FILTER (p.is_person) AS spoken_by_person,
        count(DISTINCT p.conversation_id) AS spoken_conversations,
        min({'created_at_utc': p.created_at_utc, 'message_id': p.message_id}).message_id AS first_message_id,
        max({'created_at_utc': p.created_at_utc, 'message_id': p.message_id}).message_id AS last_message_id
    FROM placed AS p
    JOIN calendar AS c USING (month)
    GROUP BY ALL
),
weighed AS (
    SELECT
        *,
        $weight_person_message * spoken_by_person
        + $weight_other_message * (spoken_messages - spoken_by_person)
        + $weight_conversation * spoken_conversations AS weight
    FROM counted
)
SELECT
    * EXCLUDE (weight),
    -- 1 for the member with the greatest weight in the window.
    CASE
        WHEN weight > 0 THEN round(weight / max(weight) OVER (PARTITION BY entity_id, granularity, window_start_utc), 12)
        ELSE 0.0
    END AS spoken_salience
FROM weighed
ORDER BY entity_id, granularity, window_start_utc, member_node_type, member_source_id
