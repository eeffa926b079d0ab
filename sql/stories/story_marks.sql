-- `kg.story_marks`: one row per mark of a stretch. `says` tells what the mark is for the stretch:
-- - 'since' or 'until': it is the beginning or the end that chosen.sql chose.
-- - 'other_since' or 'other_until': it names another day than the chosen beginning or end.
-- - NULL: all other marks.
-- An end that names no date and was said later than the chosen end does not count as another day. Reads the rows of placed.sql
-- and chosen.sql.
SELECT
    n.subject_entity_id,
    n.matter,
    n.object_key,
    n.stretch,
    n.place,
    n.mark,
    CASE
        WHEN n.place = c.begun.place THEN 'since'
        WHEN n.place = c.over.place THEN 'until'
        WHEN n.mark = 'begin'
            AND left(n.day, least(n.digits, -c.begun.digits)) <> left(c.begun.day, least(n.digits, -c.begun.digits))
            THEN 'other_since'
        WHEN n.mark = 'end'
            AND (n.is_dated OR n.at_utc < c.over.at_utc)
            AND left(n.day, least(n.digits, -c.over.digits)) <> left(c.over.day, least(n.digits, -c.over.digits))
            THEN 'other_until'
    END AS says,
    n.at_utc,
    n.precision,
    n.is_dated,
    NOT n.is_closed AS is_last_included,
    n.is_sure,
    n.predicate,
    n.assertion_id,
    n.message_id,
    n.char_start,
    n.char_end
FROM placed AS n
JOIN chosen AS c USING (subject_entity_id, matter, object_key, stretch)
