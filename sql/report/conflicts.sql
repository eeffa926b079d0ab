-- One row per claim in a conflict that nothing has decided, with the place of its words. The claims of a conflict stand
-- together. The conflict about which something was said last comes first. Tables, views and macros are those of kg.duckdb, but
-- with one entity for one person (as_one.sql).
SELECT
    o.conflict_group_id,
    o.conflict,
    o.subject,
    o.predicate,
    o.object,
    o.polarity,
    o.status,
    o.valid_from_utc,
    o.valid_to_utc,
    o.said_at_utc,
    t.valid_time_precision AS precision,
    o.message_id,
    a.char_start,
    a.char_end
FROM open_conflicts AS o
JOIN assertions AS a USING (assertion_id)
JOIN assertion_temporalized AS t USING (assertion_id)
ORDER BY max(o.said_at_utc) OVER (PARTITION BY o.conflict_group_id) DESC, o.conflict_group_id, o.said_at_utc, o.assertion_id
