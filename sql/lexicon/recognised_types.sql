-- One row per term whose occurrences in prose show its type, with this type (design §9). If the name recogniser (detectors
-- `NER:…`) gives one type to more than half of the occurrences, the term has that type. If not, the term may still be a
-- PERSON: more than half of the occurrences, and at least $lexicon_least_calls, must address somebody ("Hey Mel!", "Thanks,
-- Mel!"), and the term must be none of $assistants. Occurrences inside longer names do not count. The caller gives `selected`
-- (the keys of the terms).
WITH placed AS (
    SELECT
        term_key,
        message_id,
        char_start,
        char_end,
        list_contains($calls, lower(rtrim(previous_token, ',!.:;-–— '))) AS is_called
    FROM kg.lexicon_occurrences
    WHERE zone = 'prose' AND NOT is_nested AND term_key IN (SELECT term_key FROM selected)
),
totals AS (SELECT term_key, count(*) AS total FROM placed GROUP BY term_key),
typed AS (
    SELECT p.term_key, n.entity_type_hint, count(DISTINCT (p.message_id, p.char_start)) AS times, FALSE AS is_called
    FROM placed AS p
    JOIN kg.entity_mentions__detected AS n USING (message_id)
    WHERE n.detector LIKE 'NER:%' AND n.char_start < p.char_end AND p.char_start < n.char_end
    GROUP BY ALL
    UNION ALL
    SELECT term_key, 'PERSON', count(*), TRUE
    FROM placed
    WHERE is_called AND NOT list_contains($assistants, term_key)
    GROUP BY ALL
    HAVING count(*) >= $lexicon_least_calls
)
SELECT term_key, entity_type_hint
FROM typed
JOIN totals USING (term_key)
WHERE 2 * times > total
QUALIFY row_number() OVER (PARTITION BY term_key ORDER BY is_called, times DESC, entity_type_hint) = 1
ORDER BY term_key
