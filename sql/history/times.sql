-- One row per resolved time (an instant or an interval) to which a claim can be linked, numbered within its message (`place`;
-- seed 000 §5.4.1). By the contract of `kg.time_mentions` times do not overlap, so their first and their last characters both
-- rise with their numbers.
SELECT
    time_mention_id,
    message_id,
    char_start,
    char_end,
    resolved_type,
    valid_from_utc,
    valid_to_utc,
    resolution_granularity,
    confidence,
    row_number() OVER (PARTITION BY message_id ORDER BY char_start, char_end, time_mention_id) AS place,
    count(*) OVER (PARTITION BY message_id) AS of_message
FROM kg.time_mentions
WHERE resolved_type IN ('instant', 'interval')
