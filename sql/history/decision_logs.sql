-- One row per decision of decisions.sql (whether a newer value closes an older one), with the pieces of JSON by which the log
-- shows it (seed 000 §5.10.4). `rest` is the end of a JSON object: the keys that come after "code" in canonical order, with
-- their values, and the closing brace. Reads the rows of decisions.sql and pairs.sql.
SELECT
    d.pair,
    d.run,
    -- As RFC 8785 writes a number; DuckDB's JSON differs only for whole ones.
    CASE
        WHEN d.confidence_diff = trunc(d.confidence_diff) THEN d.confidence_diff::BIGINT::VARCHAR
        ELSE to_json(d.confidence_diff)::VARCHAR
    END AS diff_text,
    CASE WHEN d.outcome = 'OBJ_TRANSITION_CONFLICT' THEN 'PREV_CONFLICTED' ELSE d.reason END AS shown_reason,
    '"confidence_diff":' || diff_text
    || ',"cur":"' || d.cur_assertion_id
    || '","cur_tier":' || d.cur_tier
    || ',"prev":"' || d.prev_assertion_id
    || '","prev_tier":' || d.prev_tier
    || CASE WHEN d.outcome = 'SUPERSEDES' THEN '' ELSE ',"reason":"' || shown_reason || '"' END
    || ',"rule_id":"' || p.rule_id || '"'
    || CASE WHEN d.outcome = 'SUPERSEDES' THEN ',"supersession_reason":"' || shown_reason || '"}' ELSE '}' END AS rest
FROM decisions AS d
JOIN pairs AS p USING (pair)
