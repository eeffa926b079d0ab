-- One row per claim that contradicts others, where nothing decides which side is right (seed 000 §5.10.3, §5.10.4). There are
-- two cases. First: claims of one subject and predicate have several values but the same beginning (`valid_from_utc`); all of
-- them are here. Second: a newer value is not better than the older one (the outcome OBJ_CONFIDENCE_TOO_CLOSE of
-- decisions.sql); the claims of both values are here. Reads the rows of functional.sql, still_open.sql, decisions.sql and
-- walk.sql.
SELECT n FROM functional WHERE disagrees
UNION
SELECT o.n
FROM still_open AS o
JOIN decisions AS d ON d.pair = o.pair AND d.run = o.run
WHERE d.outcome = 'OBJ_CONFIDENCE_TOO_CLOSE'
UNION
SELECT w.n
FROM walk AS w
JOIN decisions AS d ON d.pair = w.pair AND d.changes_at = w.valid_from_utc
WHERE d.outcome = 'OBJ_CONFIDENCE_TOO_CLOSE'
