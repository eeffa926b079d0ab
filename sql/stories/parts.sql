-- One row per claim whose own words bound a stretch (`is_named`): "I lived in Basel in 2020". Only claims that another sure
-- claim of the same matter overlaps are here. The row says whether the stretch is only a part of a longer one. Then Basel was
-- not left at the end of 2020, or was not new at its beginning.
--
-- `goes_on`: the longer stretch does not end with this claim, because another claim outlasts this one. The other claim ends
-- later; or it ends at the same moment, but began earlier. If the other claim has no end, it outlasts this one in only two
-- cases. First: the other claim is known to have begun earlier. Second: a sure claim, said after the end of this one, says
-- that it is still so.
--
-- `is_within`: the longer stretch does not begin with this claim. Another claim began earlier or at the same moment, and
-- outlasts this one. If the other claim's own words do not bound a stretch, it need not outlast this one: it is enough that it
-- still holds when this one begins.
--
-- Reads the rows of stated.sql and stops.sql.
WITH spans AS (
    -- The span of each claim by itself: to its own end, else to the first stop after its beginning, else without an end
    -- (`ends_utc` is NULL).
    SELECT
        c.assertion_id,
        c.subject_entity_id,
        c.matter,
        c.object_key,
        c.known_from_utc,
        c.has_beginning,
        c.is_named,
        c.is_sure,
        c.modality <> 'fact' AS is_of_now,
        CASE WHEN c.has_beginning THEN c.from_utc ELSE c.known_from_utc END AS begins_utc,
        coalesce(min(CASE WHEN c.role = 'holds' THEN c.until_utc END), min(s.at_utc)) AS ends_utc
    FROM stated AS c
    LEFT JOIN stops AS s
        ON (s.subject_entity_id, s.matter, s.object_key) = (c.subject_entity_id, c.matter, c.object_key)
        AND s.at_utc > CASE WHEN c.has_beginning THEN c.from_utc ELSE c.known_from_utc END
    WHERE
        c.role IN ('begins', 'holds')
        AND c.polarity = 'positive'
        AND (c.has_beginning OR NOT (c.is_of_state AND c.modality = 'fact'))
    GROUP BY ALL
),
-- `named`: the claims that bound a stretch, with the first stop at or after its end. `attested`: those of which a sure claim,
-- said between that end and that stop, says that it is so.
named AS (
    SELECT x.*, min(s.at_utc) AS over_utc
    FROM spans AS x
    LEFT JOIN stops AS s
        ON (s.subject_entity_id, s.matter, s.object_key) = (x.subject_entity_id, x.matter, x.object_key)
        AND s.at_utc >= x.ends_utc
    WHERE x.is_named
    GROUP BY ALL
),
attested AS (
    SELECT DISTINCT x.assertion_id
    FROM named AS x
    JOIN spans AS a
        ON (a.subject_entity_id, a.matter, a.object_key) = (x.subject_entity_id, x.matter, x.object_key)
        AND a.known_from_utc >= x.ends_utc
        AND (NOT a.has_beginning OR a.begins_utc <= x.ends_utc)
    WHERE a.is_of_now AND NOT a.is_named AND a.is_sure AND coalesce(a.known_from_utc < x.over_utc, TRUE)
)
SELECT
    assertion_id,
    bool_or(is_beyond) AS goes_on,
    bool_or(is_from_before AND (is_beyond OR still_holds)) AS is_within
FROM (
    SELECT
        x.assertion_id,
        o.begins_utc <= x.begins_utc AS is_from_before,
        NOT o.is_named AND coalesce(o.ends_utc > x.begins_utc, TRUE) AS still_holds,
        CASE
            WHEN o.ends_utc IS NULL THEN a.assertion_id IS NOT NULL OR (o.has_beginning AND o.begins_utc < x.begins_utc)
            ELSE o.ends_utc > x.ends_utc OR (o.ends_utc = x.ends_utc AND o.begins_utc < x.begins_utc)
        END AS is_beyond
    FROM spans AS x
    JOIN spans AS o
        ON (o.subject_entity_id, o.matter, o.object_key) = (x.subject_entity_id, x.matter, x.object_key)
        AND o.assertion_id <> x.assertion_id
        AND o.begins_utc < x.ends_utc
        AND (o.begins_utc <= x.begins_utc OR NOT o.is_named OR o.ends_utc > x.ends_utc)
    LEFT JOIN attested AS a ON a.assertion_id = x.assertion_id
    WHERE x.is_named AND o.is_sure
)
GROUP BY assertion_id
