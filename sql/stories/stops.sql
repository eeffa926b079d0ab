-- The moments at which somebody surely says that a matter is over; a stretch that words bound is no such word.
SELECT DISTINCT subject_entity_id, matter, object_key, at_utc
FROM marks
WHERE mark = 'end' AND NOT is_named AND is_sure AND at_utc IS NOT NULL
