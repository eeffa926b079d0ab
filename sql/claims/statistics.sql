-- One row per number of the statistics of stage 4 (`key`, `value`; §4.8.2): counts of assertions, the number of messages with
-- assertions, and the average of `confidence_grounding`. The caller gives `assertions` (those that the stage made).
SELECT 'assertions:' || extraction_method AS key, count(*)::DOUBLE AS value FROM assertions GROUP BY extraction_method
UNION ALL
SELECT 'assertions_of:' || asserted_role, count(*) FROM assertions GROUP BY asserted_role
UNION ALL
SELECT 'subject_detection_tier:' || subject_detection_tier, count(*) FROM assertions GROUP BY subject_detection_tier
UNION ALL
SELECT 'object_detection_tier:' || coalesce(object_detection_tier::VARCHAR, 'none'), count(*)
FROM assertions
GROUP BY object_detection_tier
UNION ALL
SELECT 'assertions_corroborated', count(*) FROM assertions WHERE has_user_corroboration
UNION ALL
SELECT 'messages_with_assertions', count(DISTINCT message_id) FROM assertions
UNION ALL
SELECT 'avg_confidence_grounding', round(sum(confidence_grounding::DECIMAL(38, 12))::DOUBLE / count(*), 12)
FROM assertions
HAVING count(*) > 0
ORDER BY key
