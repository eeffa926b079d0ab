-- One row per window and member, with how much the member mattered there (`window_salience`; phase T2 of the profiles,
-- §6.6.4). Only assertions about the member that begin to hold in the window count. The number grows with how many they are,
-- how late in the window the last of them begins, and how sure they are. Reads the rows of evidence.sql.
WITH gathered AS (
    SELECT
        window_id,
        entity_id,
        granularity,
        window_start_utc,
        window_end_utc,
        assertion_count AS window_assertions,
        member_node_type,
        member_source_id,
        count(*) AS assertion_count,
        max(valid_from_utc) AS newest_utc,
        min({'at': valid_from_utc, 'assertion_id': assertion_id, 'message_id': message_id}).message_id AS first_claim,
        max({'at': valid_from_utc, 'assertion_id': assertion_id, 'message_id': message_id}).message_id AS last_claim,
        sum(confidence_final::DECIMAL(38, 12))::DOUBLE / count(*) AS confidence
    FROM evidence
    WHERE member_source_id IS NOT NULL
    GROUP BY ALL
),
measured AS (
    SELECT
        *,
        assertion_count / window_assertions AS frequency,
        -- Halved for each $recency_halflife_share of the window's length between the newest beginning and the window's end.
        0.5 ** (
            (epoch_ms(window_end_utc::TIMESTAMP) - epoch_ms(newest_utc::TIMESTAMP))
            / (epoch_ms(window_end_utc::TIMESTAMP) - epoch_ms(window_start_utc::TIMESTAMP))
            / $recency_halflife_share
        ) AS recency
    FROM gathered
)
SELECT
    window_id,
    entity_id,
    granularity,
    window_start_utc,
    window_end_utc,
    member_node_type,
    member_source_id,
    assertion_count,
    first_claim,
    last_claim,
    round(frequency, 12) AS frequency,
    round(recency, 12) AS recency,
    round(confidence, 12) AS confidence,
    round(
        $weight_frequency * frequency + $weight_recency * recency + $weight_confidence * confidence, 12
    ) AS window_salience
FROM measured
ORDER BY window_id, member_node_type, member_source_id
