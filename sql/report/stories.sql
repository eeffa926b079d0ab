-- The story of each matter: its stretches of time, each with one beginning and one end. Whatever else claims say of when is
-- kept beside them. Claims say that something began, that it is so, or that it is over; these marks in the order of their
-- moments make the stretches: what holds after an end begins anew.
WITH closers AS (
    -- The words that ended a claim, and the value that took its place.
    SELECT
        t.assertion_id,
        coalesce(c.message_id, r.retraction_message_id) AS message_id,
        coalesce(c.char_start, r.char_start) AS char_start,
        coalesce(c.char_end, r.char_end) AS char_end
    FROM told AS t
    LEFT JOIN assertions AS c
        ON c.assertion_id = coalesce(t.negated_by_assertion_id, t.temporal_superseded_by_assertion_id)
    LEFT JOIN retractions AS r ON r.retraction_id = t.retracted_by_retraction_id
),
-- A range ("from 2016 to 2018") has the grain that its ends tell, as `kg_assets/core/when.py` reads it: years, months, days.
ranges AS (
    SELECT
        assertion_id,
        CASE
            WHEN list_bool_and([strftime(one, '%d %H:%M:%S.%g') = '01 00:00:00.000' FOR one IN ends]) THEN
                CASE WHEN list_bool_and([month(one) = 1 FOR one IN ends]) THEN 'year' ELSE 'month' END
            ELSE 'day'
        END AS grain
    FROM (
        SELECT
            assertion_id,
            [
                one::TIMESTAMPTZ AT TIME ZONE $zone
                FOR one IN [valid_from_utc, CASE WHEN is_end_included THEN until_utc END]
                IF one IS NOT NULL
            ] AS ends
        FROM told
        WHERE valid_time_precision = 'range'
    )
),
claims AS (
    SELECT
        t.* REPLACE (
            coalesce(r.grain, t.valid_time_precision) AS valid_time_precision,
            CASE WHEN t.valid_end_precision = 'range' THEN r.grain ELSE t.valid_end_precision END AS valid_end_precision
        ),
        t.valid_time_precision = 'range' AS is_range,
        -- A stretch that the claim's own words bound: "in 2020", "from 2016 to 2018".
        t.role = 'holds'
        AND t.polarity = 'positive'
        AND t.has_beginning
        AND t.is_end_included
        AND t.until_utc IS NOT NULL AS is_named
    FROM told AS t
    LEFT JOIN ranges AS r USING (assertion_id)
),
marks AS (
    SELECT
        *, 'begin' AS mark, valid_from_utc AS at_utc, valid_time_precision AS precision, TRUE AS is_dated,
        FALSE AS is_closed
    FROM claims
    WHERE role IN ('begins', 'holds') AND polarity = 'positive' AND has_beginning
    UNION ALL
    SELECT *, 'hold', known_from_utc, 'second', FALSE, FALSE
    FROM claims
    -- "I used to live in Prague": of a state a fact tells what is over.
    WHERE
        role IN ('begins', 'holds')
        AND polarity = 'positive'
        AND NOT has_beginning
        AND NOT (is_of_state AND modality = 'fact')
    UNION ALL
    SELECT
        t.* REPLACE (
            coalesce(c.message_id, t.message_id) AS message_id,
            CASE WHEN c.message_id IS NULL THEN t.char_start ELSE c.char_start END AS char_start,
            CASE WHEN c.message_id IS NULL THEN t.char_end ELSE c.char_end END AS char_end
        ),
        'end',
        t.until_utc,
        t.valid_end_precision,
        t.valid_end_precision <> 'second',
        NOT t.is_end_included
    FROM claims AS t
    LEFT JOIN closers AS c USING (assertion_id)
    WHERE
        t.role = 'holds'
        AND t.polarity = 'positive'
        AND t.until_utc IS NOT NULL
        AND (t.has_beginning OR t.valid_until_hint_utc IS NOT NULL)
    UNION ALL
    SELECT
        *, 'end', CASE WHEN has_beginning THEN valid_from_utc ELSE known_from_utc END,
        CASE WHEN has_beginning THEN valid_time_precision ELSE 'second' END, has_beginning, TRUE
    FROM claims
    WHERE
        (role = 'holds' AND polarity = 'negative')
        OR role = 'ends'
        OR (role = 'holds' AND is_of_state AND modality = 'fact' AND NOT has_beginning AND valid_until_hint_utc IS NULL)
),
stops AS (
    SELECT DISTINCT subject_entity_id, matter, object_key, at_utc
    FROM marks
    WHERE mark = 'end' AND NOT is_named AND is_sure AND at_utc IS NOT NULL
),
-- Since when and until when something was so by each claim that stands for itself: until its own end, else until somebody
-- says that it is over, else nobody knows.
spans AS (
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
        CASE WHEN c.has_beginning THEN c.valid_from_utc ELSE c.known_from_utc END AS from_utc,
        coalesce(
            min(CASE WHEN c.role = 'holds' THEN c.until_utc END), min(s.at_utc)
        ) AS to_utc
    FROM claims AS c
    LEFT JOIN stops AS s
        ON (s.subject_entity_id, s.matter, s.object_key) = (c.subject_entity_id, c.matter, c.object_key)
        AND s.at_utc > CASE WHEN c.has_beginning THEN c.valid_from_utc ELSE c.known_from_utc END
    WHERE
        c.role IN ('begins', 'holds')
        AND c.polarity = 'positive'
        AND (c.has_beginning OR NOT (c.is_of_state AND c.modality = 'fact'))
    GROUP BY ALL
),
-- Named stretches after which it is said to be so, before anybody says that it is over.
named AS (
    SELECT x.*, min(s.at_utc) AS over_utc
    FROM spans AS x
    LEFT JOIN stops AS s
        ON (s.subject_entity_id, s.matter, s.object_key) = (x.subject_entity_id, x.matter, x.object_key)
        AND s.at_utc >= x.to_utc
    WHERE x.is_named
    GROUP BY ALL
),
attested AS (
    SELECT DISTINCT x.assertion_id
    FROM named AS x
    JOIN spans AS a
        ON (a.subject_entity_id, a.matter, a.object_key) = (x.subject_entity_id, x.matter, x.object_key)
        AND a.known_from_utc >= x.to_utc
        AND (NOT a.has_beginning OR a.from_utc <= x.to_utc)
    WHERE a.is_of_now AND NOT a.is_named AND a.is_sure AND coalesce(a.known_from_utc < x.over_utc, TRUE)
),
-- "I lived in Basel in 2020" ends nothing where another claim holds beyond that year, and begins nothing where one holds from
-- before: it only tells of a part.
parts AS (
    SELECT
        assertion_id,
        bool_or(is_beyond) AS goes_on,
        bool_or(is_from_before AND (is_beyond OR still_holds)) AS is_within
    FROM (
        SELECT
            x.assertion_id,
            o.from_utc <= x.from_utc AS is_from_before,
            NOT o.is_named AND coalesce(o.to_utc > x.from_utc, TRUE) AS still_holds,
            CASE
                WHEN o.to_utc IS NULL THEN a.assertion_id IS NOT NULL OR (o.has_beginning AND o.from_utc < x.from_utc)
                ELSE o.to_utc > x.to_utc OR (o.to_utc = x.to_utc AND o.from_utc < x.from_utc)
            END AS is_beyond
        FROM spans AS x
        JOIN spans AS o
            ON (o.subject_entity_id, o.matter, o.object_key) = (x.subject_entity_id, x.matter, x.object_key)
            AND o.assertion_id <> x.assertion_id
            AND o.from_utc < x.to_utc
            AND (o.from_utc <= x.from_utc OR NOT o.is_named)
        LEFT JOIN attested AS a ON a.assertion_id = x.assertion_id
        WHERE x.is_named AND o.is_sure
    )
    GROUP BY assertion_id
),
-- What nobody can be sure of tells only that a thing went on between two ends.
kept AS (
    SELECT
        m.* REPLACE (CASE WHEN m.mark = 'begin' AND p.is_within THEN 'hold' ELSE m.mark END AS mark),
        coalesce(p.goes_on, FALSE) AS goes_on,
        m.mark <> 'end' AS is_up,
        CASE precision
            WHEN 'year' THEN 4 WHEN 'decade' THEN 3 WHEN 'century' THEN 2 WHEN 'month' THEN 7 WHEN 'quarter' THEN 7
            WHEN 'half' THEN 7 ELSE 10
        END AS digits,
        -- Words that name a stretch of time include its last moment and not its end.
        at_utc::TIMESTAMPTZ - CASE
            WHEN mark = 'end' AND NOT is_closed THEN INTERVAL 1 MILLISECOND ELSE INTERVAL 0 SECOND
        END AS named,
        strftime(named AT TIME ZONE $zone, '%Y-%m-%d') AS day
    FROM marks AS m
    LEFT JOIN parts AS p USING (assertion_id)
    WHERE at_utc IS NOT NULL AND (m.mark <> 'end' OR NOT coalesce(p.goes_on, FALSE))
    WINDOW of_matter AS (PARTITION BY subject_entity_id, matter, object_key)
    QUALIFY
        is_sure
        OR (
            is_up
            AND at_utc < max(at_utc) FILTER (mark = 'end' AND is_sure) OVER of_matter
            AND at_utc > min(at_utc) FILTER (mark = 'end' AND is_sure) OVER of_matter
        )
),
ordered AS (
    SELECT
        *,
        is_up AND NOT coalesce(lag(is_up) OVER in_time, FALSE) AS is_new,
        row_number() OVER in_time AS place
    FROM kept
    WINDOW in_time AS (
        PARTITION BY subject_entity_id, matter, object_key
        ORDER BY at_utc, is_up, mark, precision, message_id, char_start, assertion_id
    )
),
numbered AS (
    SELECT *, sum(is_new::INTEGER) OVER (PARTITION BY subject_entity_id, matter, object_key ORDER BY place) AS stretch
    FROM ordered
),
-- Whichever relation tells of it: a home is one at a time, also where it is only known that somebody moved there.
single AS (
    SELECT p.canonical_label
    FROM invalidation_rules AS i
    JOIN predicates AS p USING (predicate_id)
    WHERE i.is_functional AND i.invalidation_policy <> 'none' AND i.subject_entity_type = '*'
),
earliest AS (
    SELECT
        subject_entity_id,
        matter,
        object_key,
        stretch,
        min({'day': day, 'digits': digits}) FILTER (mark = 'begin') AS first
    FROM numbered
    GROUP BY ALL
),
-- The earliest beginning, in the most exact of its words ("in 2024", "in March 2024"); the first end that words date, or
-- else the first of all.
chosen AS (
    SELECT
        n.subject_entity_id,
        n.matter,
        n.object_key,
        n.stretch,
        min({'digits': -n.digits, 'at_utc': n.at_utc, 'day': n.day, 'place': n.place}) FILTER (
            n.mark = 'begin'
            AND left(n.day, least(n.digits, e.first.digits)) = left(e.first.day, least(n.digits, e.first.digits))
        ) AS begun,
        min({'is_undated': NOT n.is_dated, 'at_utc': n.at_utc, 'digits': -n.digits, 'day': n.day, 'place': n.place})
            FILTER (n.mark = 'end') AS over
    FROM numbered AS n
    JOIN earliest AS e USING (subject_entity_id, matter, object_key, stretch)
    GROUP BY n.subject_entity_id, n.matter, n.object_key, n.stretch
),
stretches AS (
    SELECT
        n.subject_entity_id,
        n.matter,
        n.object_key,
        n.stretch,
        min(n.object) AS object,
        min(n.object_entity_id) AS object_entity_id,
        min(n.category) AS category,
        bool_or(n.is_functional OR n.matter IN (FROM single)) AS is_functional,
        bool_or(n.status = 'conflicted') AS is_disputed,
        min(n.at_utc) FILTER (n.is_up) AS first_utc,
        min({'at_utc': n.at_utc, 'precision': n.precision, 'is_dated': n.is_dated}) FILTER (n.is_up) AS first,
        max(n.at_utc) FILTER (n.is_up) AS last_utc,
        min(n.known_from_utc) FILTER (n.is_up) AS said_utc,
        max(n.known_from_utc) FILTER (n.is_up) AS said_last_utc,
        count(DISTINCT n.message_id) FILTER (n.is_up AND n.is_sure) AS messages,
        list(DISTINCT {'at_utc': n.at_utc, 'precision': n.precision} ORDER BY {'at_utc': n.at_utc, 'precision': n.precision})
            FILTER (
                n.mark = 'begin'
                AND left(n.day, least(n.digits, -c.begun.digits)) <> left(c.begun.day, least(n.digits, -c.begun.digits))
            ) AS other_begins,
        -- An end without a date after the one that counts only says again that it is over.
        list(
            DISTINCT {'at_utc': n.at_utc, 'precision': n.precision, 'is_closed': n.is_closed}
            ORDER BY {'at_utc': n.at_utc, 'precision': n.precision, 'is_closed': n.is_closed}
        ) FILTER (
            n.mark = 'end'
            AND (n.is_dated OR n.at_utc < c.over.at_utc)
            AND left(n.day, least(n.digits, -c.over.digits)) <> left(c.over.day, least(n.digits, -c.over.digits))
        ) AS other_ends,
        list(
            DISTINCT {'message_id': n.message_id, 'char_start': n.char_start, 'char_end': n.char_end}
            ORDER BY {'message_id': n.message_id, 'char_start': n.char_start, 'char_end': n.char_end}
        ) FILTER (n.is_up AND n.is_sure) AS places,
        min(c.begun.place) AS begun_place,
        min(c.over.place) AS over_place
    FROM numbered AS n
    JOIN chosen AS c USING (subject_entity_id, matter, object_key, stretch)
    GROUP BY n.subject_entity_id, n.matter, n.object_key, n.stretch
),
-- Of what holds one value at a time, the value that came next.
following AS (
    SELECT
        *,
        lead({'first': first, 'object': object, 'object_key': object_key}) OVER (
            PARTITION BY subject_entity_id, matter ORDER BY first_utc, object_key, stretch
        ) AS next
    FROM stretches
    WHERE is_functional AND first_utc IS NOT NULL
),
taken AS (
    SELECT
        a.subject_entity_id,
        p.canonical_label AS matter,
        lower(object_words(o.canonical_name, a.object_value_type, a.object_value)) AS object_key,
        max(m.created_at_utc) AS taken_back_utc
    FROM history_at() AS h
    JOIN assertions AS a USING (assertion_id)
    JOIN predicates AS p ON p.predicate_id = a.predicate_id
    JOIN retractions AS r ON r.retraction_id = h.retracted_by_retraction_id
    JOIN messages AS m ON m.message_id = r.retraction_message_id
    LEFT JOIN entities AS o ON o.entity_id = a.object_entity_id
    WHERE h.status = 'retracted' AND NOT h.is_corrected
    GROUP BY ALL
)
SELECT
    s.* EXCLUDE (begun_place, over_place, first),
    w.canonical_name AS subject,
    b.at_utc AS since_utc,
    b.precision AS since_precision,
    b.predicate AS since_predicate,
    b.role = 'begins' AS is_event,
    -- "In March" says of a stretch of time that it was so then, not that it began and ended with it.
    b.role = 'holds'
    AND b.until_utc IS NOT NULL
    AND b.status NOT IN ('superseded', 'negated')
    AND NOT b.is_range
    AND NOT b.goes_on AS is_stretch,
    b.modality = 'fact' AS is_past,
    {'message_id': b.message_id, 'char_start': b.char_start, 'char_end': b.char_end} AS begun_at,
    e.at_utc AS until_utc,
    e.precision AS until_precision,
    e.is_closed,
    {'message_id': e.message_id, 'char_start': e.char_start, 'char_end': e.char_end} AS ended_at,
    e.role = 'ends' AS is_end_event,
    e.predicate AS until_predicate,
    CASE WHEN e.at_utc IS NULL THEN f.next.object END AS next_object,
    CASE WHEN e.at_utc IS NULL THEN f.next.first.at_utc END AS next_utc,
    CASE WHEN e.at_utc IS NULL THEN f.next.first.precision END AS next_precision,
    CASE WHEN k.taken_back_utc >= s.said_last_utc THEN k.taken_back_utc END AS taken_back_utc
FROM stretches AS s
JOIN entities AS w ON w.entity_id = s.subject_entity_id
LEFT JOIN numbered AS b
    ON (b.subject_entity_id, b.matter, b.object_key, b.place)
    = (s.subject_entity_id, s.matter, s.object_key, s.begun_place)
LEFT JOIN following AS f
    ON (f.subject_entity_id, f.matter, f.object_key, f.stretch)
    = (s.subject_entity_id, s.matter, s.object_key, s.stretch)
    AND f.next.first.at_utc > f.last_utc
    AND f.next.object_key <> f.object_key
LEFT JOIN numbered AS e
    ON (e.subject_entity_id, e.matter, e.object_key, e.place)
    = (s.subject_entity_id, s.matter, s.object_key, s.over_place)
    -- Where no words date the end, but those of a value that came before it, that tells better until when.
    AND (e.is_dated OR NOT coalesce(f.next.first.is_dated AND f.next.first.at_utc < e.at_utc, FALSE))
LEFT JOIN taken AS k
    ON (k.subject_entity_id, k.matter, k.object_key) = (s.subject_entity_id, s.matter, s.object_key)
ORDER BY s.subject_entity_id, s.matter, s.object_key, s.stretch
