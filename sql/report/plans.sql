-- One row per plan, with what became of it, and with the places of the sure claims that say that somebody intends it. Tables,
-- views and macros are those of kg.duckdb, but with one entity for one person (as_one.sql).
SELECT
    p.*,
    list(
        DISTINCT {'message_id': a.message_id, 'char_start': a.char_start, 'char_end': a.char_end}
        ORDER BY {'message_id': a.message_id, 'char_start': a.char_start, 'char_end': a.char_end}
    ) AS places
FROM plans AS p
JOIN claim_matters AS m USING (subject_entity_id, object_key)
JOIN claim_spans AS w ON w.assertion_id = m.assertion_id AND w.is_sure
JOIN assertions AS a ON a.assertion_id = m.assertion_id AND a.modality = 'intention' AND a.polarity = 'positive'
GROUP BY ALL
ORDER BY p.subject_entity_id, p.object_key
