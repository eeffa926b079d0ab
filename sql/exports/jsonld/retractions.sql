-- One row per retraction (words that take a claim back, correct it or end it), with its target and its replacement. Tables are
-- those of kg.duckdb.
SELECT
    r.retraction_id,
    r.retraction_message_id AS message_id,
    m.role,
    r.retraction_type,
    r.target_assertion_id,
    r.replacement_assertion_id,
    r.confidence,
    r.char_start,
    r.char_end,
    r.surface_text
FROM retractions AS r
JOIN messages AS m ON m.message_id = r.retraction_message_id
ORDER BY r.retraction_id
