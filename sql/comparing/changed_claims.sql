-- One row per claim whose status or valid time differs between two builds, with the values of both. A claim that only one of
-- the builds has is here, too. The tables of the builds are in the schemas `before` and `after`.
--
-- `log` is the list of decisions about the claim, and `code` is the decision in it that gave the claim its status. They come
-- from `after`. But if `after` lacks the claim or calls it active, they come from `before` (`is_told_by_before`), because
-- `after` then has no decision to show. A claim that is in only one build has no code.
WITH changed AS (
    SELECT
        coalesce(x.assertion_id, y.assertion_id) AS assertion_id,
        x.status AS status_before, y.status AS status_after,
        x.valid_from_utc AS from_before, x.valid_to_utc AS to_before, x.valid_until_hint_utc AS hint_before,
        x.valid_time_precision AS precision_before,
        y.valid_from_utc AS from_after, y.valid_to_utc AS to_after, y.valid_until_hint_utc AS hint_after,
        y.valid_time_precision AS precision_after,
        y.status IS NULL OR (y.status = 'active' AND x.status IS NOT NULL) AS is_told_by_before,
        CASE WHEN is_told_by_before THEN x.status ELSE y.status END AS told_status,
        CASE WHEN is_told_by_before THEN x.raw_temporalize_json ELSE y.raw_temporalize_json END AS log,
        CASE
            WHEN is_told_by_before THEN coalesce(x.temporal_superseded_by_assertion_id, x.negated_by_assertion_id)
            ELSE coalesce(y.temporal_superseded_by_assertion_id, y.negated_by_assertion_id)
        END AS by_assertion_id
    FROM before.assertion_temporalized AS x
    FULL JOIN after.assertion_temporalized AS y ON x.assertion_id = y.assertion_id
    WHERE (x.status, x.valid_from_utc, x.valid_to_utc, x.valid_until_hint_utc)
        IS DISTINCT FROM (y.status, y.valid_from_utc, y.valid_to_utc, y.valid_until_hint_utc)
),
needed AS (
    SELECT assertion_id FROM changed UNION SELECT by_assertion_id FROM changed WHERE by_assertion_id IS NOT NULL
),
-- A claim that both builds hold takes its names from `after`.
words AS (
    SELECT
        c.assertion_id, s.canonical_name AS subject, p.canonical_label AS predicate, c.polarity,
        coalesce(o.canonical_name, c.object_value ->> '$', c.object_value) AS object,
        c.asserted_at_utc AS said_at_utc
    FROM after.assertions AS c
    SEMI JOIN needed USING (assertion_id)
    JOIN after.entities AS s ON s.entity_id = c.subject_entity_id
    JOIN after.predicates AS p USING (predicate_id)
    LEFT JOIN after.entities AS o ON o.entity_id = c.object_entity_id
    UNION ALL
    SELECT
        c.assertion_id, s.canonical_name AS subject, p.canonical_label AS predicate, c.polarity,
        coalesce(o.canonical_name, c.object_value ->> '$', c.object_value) AS object,
        c.asserted_at_utc AS said_at_utc
    FROM before.assertions AS c
    SEMI JOIN needed USING (assertion_id)
    ANTI JOIN after.assertions USING (assertion_id)
    JOIN before.entities AS s ON s.entity_id = c.subject_entity_id
    JOIN before.predicates AS p USING (predicate_id)
    LEFT JOIN before.entities AS o ON o.entity_id = c.object_entity_id
),
told AS (
    SELECT
        *,
        -- The decision that gave told_status: the first code of the log that can give it. But a denial closes a claim that
        -- other words end too only where it comes before that end.
        CASE
            WHEN status_before IS NULL OR status_after IS NULL THEN NULL
            WHEN told_status = 'negated' AND json_extract_string(log, '$.decisions[*].code').list_contains('NEGATED')
                THEN 'NEGATED'
            ELSE list_filter(
                json_extract_string(log, '$.decisions[*].code'),
                lambda code: CASE told_status
                    WHEN 'superseded' THEN code IN ('SUPERSEDED', 'CORRECTION_SUPERSESSION_FROM_STAGE4')
                    WHEN 'retracted' THEN code = 'RETRACTED'
                    WHEN 'negated' THEN code IN ('ENDED_BY_RETRACTION', 'ENDED_BY_RESTATEMENT')
                    WHEN 'conflicted'
                        THEN code IN ('OBJECT_DISAGREEMENT', 'OBJ_CONFIDENCE_TOO_CLOSE', 'OBJ_TRANSITION_CONFLICT')
                    ELSE FALSE
                END
            )[1]
        END AS code
    FROM changed
)
SELECT
    t.assertion_id, w.subject, w.predicate, w.object, w.polarity, w.said_at_utc,
    t.status_before, t.status_after, t.code, t.is_told_by_before,
    t.from_before, t.to_before, t.hint_before, t.precision_before,
    t.from_after, t.to_after, t.hint_after, t.precision_after,
    t.by_assertion_id, v.subject AS by_subject, v.predicate AS by_predicate, v.object AS by_object,
    v.polarity AS by_polarity, t.log
FROM told AS t
JOIN words AS w ON w.assertion_id = t.assertion_id
LEFT JOIN words AS v ON v.assertion_id = t.by_assertion_id
ORDER BY
    t.status_before NULLS LAST, t.status_after NULLS LAST, t.code NULLS LAST, w.predicate, w.said_at_utc NULLS LAST,
    t.assertion_id
