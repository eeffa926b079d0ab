-- `kg.story_marks`: one row per mark of a stretch. `says` is 'since' for the mark that chosen.sql chose as the beginning and
-- 'until' for the one that it chose as the end. A mark that names a different day has 'other_since' or 'other_until', all others
-- have NULL. An end that names no date and was said later than the chosen end does not count as a different day. Reads the rows
-- of placed.sql and chosen.sql.
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
