-- One row per eligible assertion, with its predicate and with words that are said with it: its surface text and the label of
-- its object. The vector of a predicate is made from these words. By this vector tier 2 of categories.sql finds the category
-- of the predicate. Reads the rows of eligible.sql.
SELECT DISTINCT e.predicate_id, e.predicate_label, concat_ws(' ', a.surface_text, e.label) AS words, e.assertion_id
FROM eligible AS e
JOIN kg.assertions AS a USING (assertion_id)
ORDER BY e.predicate_id, e.assertion_id
