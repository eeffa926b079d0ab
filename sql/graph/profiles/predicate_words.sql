-- One row per eligible assertion, with words that are said with its predicate: its surface text and the label of its object. Of
-- these words the vector of the predicate is made, by which tier 2 of categories.sql finds its category. Reads the rows of
-- eligible.sql.
SELECT DISTINCT e.predicate_id, e.predicate_label, concat_ws(' ', a.surface_text, e.label) AS words, e.assertion_id
FROM eligible AS e
JOIN kg.assertions AS a USING (assertion_id)
ORDER BY e.predicate_id, e.assertion_id
