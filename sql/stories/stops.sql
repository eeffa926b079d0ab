-- One row per moment at which a sure mark says that a matter is over. The end of a stretch that the claim's own words bound
-- (`is_named`: "in 2020") is left out, because such words do not say that it was over then. Reads the rows of marks.sql.
SELECT DISTINCT subject_entity_id, matter, object_key, at_utc
FROM marks
WHERE mark = 'end' AND NOT is_named AND is_sure AND at_utc IS NOT NULL
