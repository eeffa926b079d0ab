-- One row per claim whose words overlap those of an event: the part of `kg.assertions` that memory depends on. When only other
-- rows or columns change, the stages that read this part are not run again.
SELECT assertion_id, message_id, char_start, char_end, confidence_final
FROM kg.assertions AS a
SEMI JOIN (
    SELECT message_id, start_char, end_char FROM memory.semantic_event__rules
    UNION ALL
    SELECT message_id, start_char, end_char FROM memory.semantic_event__model
) AS e ON a.message_id = e.message_id AND a.char_start < e.end_char AND a.char_end > e.start_char
