-- One row per claim, with its valid time and its status, by all that closed it, took it back or contradicted it. If several of
-- these concern one claim, the strongest decides its `status` (seed 000 §5.12). The order is: it was taken back, a newer value
-- closed it, words or a denial ended it, it was corrected, it is in conflict. temporalized.sql makes the log of this. Reads
-- the rows of claims.sql, valid_times.sql, corrections.sql, retracted.sql, ended.sql, denied.sql, negated.sql, superseded.sql
-- and conflicted.sql.
SELECT
    c.n,
    c.assertion_id,
    CASE
        WHEN d.n IS NOT NULL OR (e.n IS NOT NULL AND NOT e.has_start) THEN 'unknown'
        WHEN coalesce(e.n, x.n, s.n) IS NOT NULL THEN 'interval'  -- a closed instant becomes an interval
        ELSE v.valid_time_type
    END AS valid_time_type,
    CASE WHEN d.n IS NULL AND (e.n IS NULL OR e.has_start) THEN v.valid_from_utc END AS valid_from_utc,
    -- The moment of a newer value (`s`) comes first: it closes a claim that words say is over only if it began before that end.
    CASE
        WHEN d.n IS NULL AND (e.n IS NULL OR e.has_start)
            THEN coalesce(s.moment, e.moment, x.moment, v.valid_to_utc)
    END AS valid_to_utc,
    CASE
        WHEN d.n IS NOT NULL THEN d.moment
        WHEN e.n IS NOT NULL AND NOT e.has_start THEN e.moment
        ELSE v.valid_until_hint_utc
    END AS valid_until_hint_utc,
    CASE
        WHEN d.n IS NOT NULL THEN d.moment_precision
        WHEN e.n IS NOT NULL AND NOT e.has_start THEN e.moment_precision
        ELSE v.valid_time_precision
    END AS valid_time_precision,
    v.time_source,
    v.has_explicit_valid_time,
    CASE
        WHEN r.n IS NOT NULL THEN 'retracted'
        WHEN s.n IS NOT NULL THEN 'superseded'
        WHEN coalesce(e.n, d.n, x.n) IS NOT NULL THEN 'negated'
        WHEN k.n IS NOT NULL THEN 'superseded'
        WHEN o.n IS NOT NULL THEN 'conflicted'
        WHEN v.is_eligible THEN 'active'
        ELSE 'ineligible'
    END AS status,
    coalesce(k.corrected_by, s.superseded_by) AS temporal_superseded_by_assertion_id,
    coalesce(r.retraction_id, CASE WHEN coalesce(d.n, s.n) IS NULL THEN e.retraction_id END) AS retracted_by_retraction_id,
    CASE WHEN s.n IS NULL THEN coalesce(d.negated_by, x.negated_by, e.restated_by) END AS negated_by_assertion_id,
    s.rule_id AS rule_id_applied
FROM claims AS c
JOIN valid_times AS v USING (n)
LEFT JOIN corrections AS k USING (n)
LEFT JOIN retracted AS r USING (n)
LEFT JOIN ended AS e USING (n)
LEFT JOIN denied AS d USING (n)
LEFT JOIN negated AS x USING (n)
LEFT JOIN superseded AS s USING (n)
LEFT JOIN conflicted AS o USING (n)
