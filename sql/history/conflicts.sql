-- One row per conflict (seed 000 §5.11), with its id (`conflict_group_id`), its type, its key and its details as JSON (keys in
-- canonical order). By the columns `retraction_id` to `last_state`, conflict_memberships.sql finds the members; columns that a
-- type does not need are NULL. A row of the type SAME_TIME_DUPLICATES is no real conflict: the same was said twice of one
-- moment. Reads the rows of fact_takings.sql, negation_aims.sql, pairs.sql, disagreements.sql, functional.sql, asides.sql,
-- decisions.sql, decision_logs.sql and claims.sql.
WITH found AS (
    SELECT
        'RETRACTION_TARGET_NOT_UNIQUE' AS conflict_type,
        to_json(['retract_ambig', retraction_id, fact_key])::VARCHAR AS conflict_key,
        '{"candidates":' || among || ',"retraction_id":"' || retraction_id || '"}' AS detail,
        retraction_id,
        NULL::BIGINT AS pair,
        NULL::VARCHAR AS object_signature,
        NULL::VARCHAR AS at,
        NULL::BIGINT AS run,
        NULL::BIGINT AS prev,
        NULL::BIGINT AS first_state,
        NULL::BIGINT AS last_state
    FROM fact_takings
    WHERE among > 1
    GROUP BY retraction_id, fact_key, among
    UNION ALL
    SELECT
        'NEGATION_AMBIGUOUS',
        to_json(['neg', p.subject_entity_id, p.predicate_id, x.object_signature, x.moment])::VARCHAR,
        '{"negations":[' || string_agg('"' || x.assertion_id || '"', ',' ORDER BY x.assertion_id) || '],"states":'
        || max(x.states_met) || '}',
        NULL,
        x.pair,
        x.object_signature,
        x.moment,
        NULL,
        NULL,
        min(x.first_state),
        max(x.last_state)
    FROM negation_aims AS x
    JOIN pairs AS p USING (pair)
    WHERE x.aim = 'AMBIGUOUS'
    GROUP BY p.subject_entity_id, p.predicate_id, x.pair, x.object_signature, x.moment
    UNION ALL
    SELECT
        'OBJECT_DISAGREEMENT',
        to_json(['obj_disagree', p.subject_entity_id, p.predicate_id, d.valid_from_utc])::VARCHAR,
        '{"members":' || d.members || ',"object_signatures":[' || d.signatures || '],"rule_id":"' || p.rule_id || '"}',
        NULL,
        d.pair,
        NULL,
        d.valid_from_utc,
        NULL,
        NULL,
        NULL,
        NULL
    FROM disagreements AS d
    JOIN pairs AS p USING (pair)
    UNION ALL
    SELECT
        'OBJ_TRANSITION_CONFLICT',
        to_json(['trans_conflict', p.subject_entity_id, p.predicate_id, d.prev_from, d.valid_from_utc])::VARCHAR,
        '{"prev":"' || d.prev_assertion_id || '","reason":"CUR_CONFLICTED","rule_id":"' || p.rule_id || '"}',
        NULL,
        d.pair,
        NULL,
        d.valid_from_utc,
        NULL,
        d.prev,
        NULL,
        NULL
    FROM disagreements AS d
    JOIN pairs AS p USING (pair)
    WHERE d.prev IS NOT NULL
    UNION ALL
    SELECT
        'SAME_TIME_DUPLICATES',
        to_json(
            ['same_time_dup', p.subject_entity_id, p.predicate_id, w.object_signature, w.valid_from_utc]
        )::VARCHAR,
        '{"members":' || w.of_timepoint || ',"representative":"' || w.assertion_id || '"}',
        NULL,
        w.pair,
        w.object_signature,
        w.valid_from_utc,
        NULL,
        NULL,
        NULL,
        NULL
    FROM functional AS w
    JOIN pairs AS p USING (pair)
    WHERE w.place = 1 AND w.of_timepoint > 1 AND NOT w.disagrees
    UNION ALL
    SELECT
        'OBJ_TRANSITION_CONFLICT',
        to_json(['trans_conflict', p.subject_entity_id, p.predicate_id, a.prev_from, a.valid_from_utc])::VARCHAR,
        '{"ends":"' || a.ends || '","prev":"' || a.prev_assertion_id || '","reason":"CUR_LIES_WITHIN","rule_id":"'
        || p.rule_id || '"}',
        NULL,
        a.pair,
        NULL,
        a.valid_from_utc,
        NULL,
        a.prev,
        NULL,
        NULL
    FROM asides AS a
    JOIN pairs AS p USING (pair)
    UNION ALL
    SELECT
        d.outcome,
        CASE d.outcome
            WHEN 'OBJ_CONFIDENCE_TOO_CLOSE'
                THEN to_json(
                    ['conf_close', p.subject_entity_id, p.predicate_id, d.prev_assertion_id, d.cur_assertion_id]
                )
            ELSE to_json(['trans_conflict', p.subject_entity_id, p.predicate_id, d.prev_from, d.changes_at])
        END::VARCHAR,
        '{"confidence_diff":' || l.diff_text
        || ',"cur":"' || d.cur_assertion_id
        || '","object_detection_tiers":{"cur":' || coalesce(cur.object_detection_tier::VARCHAR, 'null')
        || ',"prev":' || coalesce(prev.object_detection_tier::VARCHAR, 'null')
        || '},"prev":"' || d.prev_assertion_id
        || '","reason":"' || l.shown_reason
        || '","rule_id":"' || p.rule_id
        || '","subject_detection_tiers":{"cur":' || coalesce(cur.subject_detection_tier::VARCHAR, 'null')
        || ',"prev":' || coalesce(prev.subject_detection_tier::VARCHAR, 'null') || '}}',
        NULL,
        d.pair,
        NULL,
        d.changes_at,
        d.run,
        NULL,
        NULL,
        NULL
    FROM decisions AS d
    JOIN decision_logs AS l ON l.pair = d.pair AND l.run = d.run
    JOIN pairs AS p ON p.pair = d.pair
    JOIN claims AS cur ON cur.n = d.cur
    JOIN claims AS prev ON prev.n = d.prev
    WHERE d.outcome <> 'SUPERSEDES'
),
-- uuid5 over the canonical array (§5.11.2): version and variant laid over the digits of the SHA-1.
hashed AS (
    SELECT *, sha1(unhex($namespace) || encode(to_json(['conflict', conflict_key])::VARCHAR)) AS digits
    FROM found
)
SELECT
    * EXCLUDE (digits),
    digits[1:8] || '-' || digits[9:12] || '-5' || digits[14:16] || '-'
    || substr('89ab89ab89ab89ab', strpos('0123456789abcdef', digits[17]), 1) || digits[18:20] || '-' || digits[21:32]
    AS conflict_group_id
FROM hashed
