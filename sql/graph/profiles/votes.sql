-- One row per assertion and category for which rules vote, with the weight of the votes (tier 1 of categories.sql, §6.6.5). A
-- rule votes by one of four things: the words of the predicate's label, the words of a literal, the modality, or the category
-- of the predicate. If several words of one label or literal vote for a category, only the greatest weight counts. A denial
-- votes only for the categories of `$kept_when_denied`. Reads the rows of eligible.sql. The caller gives `rules` (kind,
-- keyword, category and weight of each rule of tier 1).
WITH labels AS (
    SELECT DISTINCT
        predicate_label,
        ' ' || trim(regexp_replace(lower(predicate_label), '[^\p{L}\p{N}]+', ' ', 'g')) || ' ' AS words
    FROM eligible
),
label_votes AS (
    SELECT l.predicate_label, r.category, max(r.weight) AS weight
    FROM labels AS l
    JOIN rules AS r ON r.kind = 'predicate' AND contains(l.words, r.keyword)
    GROUP BY ALL
),
literals AS (
    SELECT DISTINCT
        member_source_id,
        ' ' || trim(regexp_replace(lower(label[:$value_chars]), '[^\p{L}\p{N}]+', ' ', 'g')) || ' ' AS words
    FROM eligible
    WHERE member_node_type = 'Value' AND is_words
),
-- A value counts once for a category, however many words of the category it holds.
literal_votes AS (
    SELECT l.member_source_id, r.category, max(r.weight) AS weight
    FROM literals AS l
    JOIN rules AS r ON r.kind = 'value' AND contains(l.words, r.keyword)
    GROUP BY ALL
),
votes AS (
    SELECT e.entity_id, e.assertion_id, e.polarity, v.category, v.weight
    FROM eligible AS e
    JOIN label_votes AS v USING (predicate_label)
    UNION ALL
    SELECT e.entity_id, e.assertion_id, e.polarity, v.category, v.weight
    FROM eligible AS e
    JOIN literal_votes AS v USING (member_source_id)
    UNION ALL
    SELECT e.entity_id, e.assertion_id, e.polarity, r.category, r.weight
    FROM eligible AS e
    JOIN rules AS r ON r.kind = 'modality' AND r.keyword = e.modality
    UNION ALL
    SELECT e.entity_id, e.assertion_id, e.polarity, r.category, r.weight
    FROM eligible AS e
    JOIN rules AS r ON r.kind = 'predicate_category' AND r.keyword = e.predicate_category
)
SELECT entity_id, assertion_id, category, sum(weight::DECIMAL(38, 12))::DOUBLE AS weight
FROM votes
WHERE polarity = 'positive' OR list_contains($kept_when_denied::VARCHAR[], category)
GROUP BY entity_id, assertion_id, category
ORDER BY entity_id, assertion_id, category
