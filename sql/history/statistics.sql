-- The statistics of stage 5: one row per count, with its `key` ("status:active") and `value`. Reads the rows of lifecycle.sql,
-- valid_times.sql, conflicts.sql, decisions.sql, negation_logs.sql, corrections.sql, ended.sql and pairs.sql.
SELECT 'status:' || status AS key, count(*)::DOUBLE AS value FROM lifecycle GROUP BY status
UNION ALL
SELECT 'time_source:' || time_source, count(*) FROM lifecycle GROUP BY time_source
UNION ALL
SELECT 'valid_time_type:' || valid_time_type, count(*) FROM lifecycle GROUP BY valid_time_type
UNION ALL
SELECT 'fallback_blocked:' || fallback_blocked_reason, count(*)
FROM valid_times
WHERE fallback_blocked_reason IS NOT NULL
GROUP BY fallback_blocked_reason
UNION ALL
SELECT 'ineligible:' || (reason ->> '$'), count(*)
FROM (SELECT unnest(('[' || eligibility_reasons || ']')::JSON[]) AS reason FROM valid_times WHERE NOT is_eligible)
GROUP BY reason ->> '$'
UNION ALL
SELECT 'conflict:' || conflict_type, count(*) FROM conflicts GROUP BY conflict_type
UNION ALL
SELECT 'supersession:' || reason, count(*) FROM decisions WHERE outcome = 'SUPERSEDES' GROUP BY reason
UNION ALL
SELECT lower(code), count(*) FROM negation_logs GROUP BY code
UNION ALL
SELECT 'corrections_projected', count(*) FROM corrections HAVING count(*) > 0
UNION ALL
SELECT 'ended_by_retraction', count(retraction_id) FROM ended HAVING count(retraction_id) > 0
UNION ALL
SELECT 'ended_by_restatement', count(restated_by) FROM ended HAVING count(restated_by) > 0
UNION ALL
SELECT 'pairs_with_functional_rule', count(*) FROM pairs WHERE closes_earlier HAVING count(*) > 0
ORDER BY key
