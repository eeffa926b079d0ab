-- One row with the totals of a build, to tell what it brought. `new_claims` counts the claims that the build shown before this
-- one lacks. `first_day` and `last_day` are the days of the first and the last message. Messages whose time comes only from
-- their file (`timestamp_quality` file_time, file_name_month) count for these days only if there are no others. The caller
-- gives `before.assertions` (the claims of the build shown before).
SELECT
    (SELECT count(*) FROM kg.conversations) AS conversations,
    (SELECT count(*) FROM kg.messages) AS messages,
    (
        SELECT coalesce(min(created_at_utc) FILTER (timestamp_quality NOT LIKE 'file%'), min(created_at_utc))[:10]
        FROM kg.messages
    ) AS first_day,
    (
        SELECT coalesce(max(created_at_utc) FILTER (timestamp_quality NOT LIKE 'file%'), max(created_at_utc))[:10]
        FROM kg.messages
    ) AS last_day,
    (SELECT count(*) FROM kg.entities) AS entities,
    (SELECT count(*) FROM kg.assertions) AS claims,
    (
        SELECT count(*) FROM kg.assertions
        WHERE assertion_id NOT IN (SELECT assertion_id FROM before.assertions)
    ) AS new_claims,
    (SELECT count(*) FROM kg.assertion_temporalized WHERE status = 'superseded') AS superseded,
    (SELECT count(*) FROM kg.assertion_temporalized WHERE status = 'negated') AS denied,
    (SELECT count(*) FROM kg.assertion_temporalized WHERE status = 'retracted') AS taken_back,
    (SELECT count(*) FROM kg.assertion_temporalized WHERE status = 'conflicted') AS conflicts
