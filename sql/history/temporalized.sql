-- `kg.assertion_temporalized`: one row per claim, with its valid time, its status, and the log of what decided them (seed 000
-- §5.4.0, §5.6). The log is canonical JSON: its keys are sorted, and its numbers are written as RFC 8785 says. Reads the rows
-- of conflict_memberships.sql, lifecycle.sql, claims.sql, valid_times.sql, corrections.sql, retracted.sql, ended.sql,
-- denied.sql, negated.sql, negation_logs.sql, walk_logs.sql, time_logs.sql and times.sql.
WITH groups AS (
    SELECT n, string_agg('"' || conflict_group_id || '"', ',' ORDER BY conflict_group_id) AS ids
    FROM conflict_memberships
    GROUP BY n
)
SELECT
    f.* EXCLUDE (n),
    -- concat() and not a chain of ||, which would copy every longer beginning again.
    concat(
        '{"conflict_groups":[', g.ids,
        '],"decisions":[',
        concat_ws(
            ',',
            '{"by":"' || k.corrected_by || '","code":"CORRECTION_SUPERSESSION_FROM_STAGE4"}',
            '{"code":"RETRACTED","retraction_ids":[' || r.retraction_ids || ']}',
            '{"code":"ENDED_BY_RETRACTION","has_start":' || CASE WHEN e.has_start THEN 'true' ELSE 'false' END
            || ',"moment":"' || e.moment || '","retraction_id":"' || e.retraction_id || '"}',
            '{"by":"' || e.restated_by || '","code":"ENDED_BY_RESTATEMENT","has_start":'
            || CASE WHEN e.has_start THEN 'true' ELSE 'false' END || ',"moment":"' || e.moment || '"}',
            '{"by":"' || coalesce(d.negated_by, x.negated_by) || '","code":"NEGATED","moment":"'
            || coalesce(d.moment, x.moment) || '"}',
            y.log,
            nullif(w.log, '')
        ),
        '],"eligibility_reasons":[', v.eligibility_reasons,
        '],"fallback_blocked_reason":', coalesce('"' || v.fallback_blocked_reason || '"', 'null'),
        ',"has_explicit_valid_time":', CASE WHEN v.has_explicit_valid_time THEN 'true' ELSE 'false' END,
        ',"object_detection_tier":', coalesce(c.object_detection_tier::VARCHAR, 'null'),
        ',"qualifier":{"time_mention_id":', coalesce('"' || c.temporal_qualifier_id || '"', 'null'),
        ',"type":', coalesce('"' || c.temporal_qualifier_type || '"', 'null'),
        '},"records":[', v.records,
        '],"subject_detection_tier":', coalesce(c.subject_detection_tier::VARCHAR, 'null'),
        ',"time_link":{"candidates":[', t.candidates,
        '],"chosen":', coalesce('"' || v.time_mention_id || '"', 'null'),
        -- The message's times that were not weighed (too far, in another sentence, over or to come) are only counted.
        ',"out_of_reach":',
        CASE WHEN v.time_source = 'QUALIFIER_ID' THEN 0 ELSE coalesce(m.of_message, 0) - coalesce(t.weighed, 0) END,
        '},"time_source":"', v.time_source,
        -- The valid time as the claim's own words say it, before anything closed the claim.
        '","valid_time":{"from":', coalesce('"' || v.valid_from_utc || '"', 'null'),
        ',"hint":', coalesce('"' || v.valid_until_hint_utc || '"', 'null'),
        ',"to":', coalesce('"' || v.valid_to_utc || '"', 'null'),
        ',"type":"', v.valid_time_type, '"}}'
    ) AS raw_temporalize_json
FROM lifecycle AS f
JOIN claims AS c USING (n)
JOIN valid_times AS v USING (n)
LEFT JOIN corrections AS k USING (n)
LEFT JOIN retracted AS r USING (n)
LEFT JOIN ended AS e USING (n)
LEFT JOIN denied AS d USING (n)
LEFT JOIN negated AS x USING (n)
LEFT JOIN negation_logs AS y USING (n)
LEFT JOIN walk_logs AS w USING (n)
LEFT JOIN time_logs AS t USING (n)
LEFT JOIN groups AS g USING (n)
LEFT JOIN (SELECT message_id, of_message FROM times WHERE place = 1) AS m ON m.message_id = c.message_id
ORDER BY f.assertion_id
