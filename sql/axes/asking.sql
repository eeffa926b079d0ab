-- Three macros that answer questions about time (design §8). They read the tables of kg.duckdb by their names there.
--
-- `facts_as_of`: what was true at one moment, by what was known at another. A row has one claim and one stretch of time in
-- which this claim counts. Events and unsure claims are left out; with_unsure brings the unsure ones.
--
-- `timeline`: one row per claim about one entity, in the order of time. Questions are left out. Unsure claims are left out,
-- too, unless with_unsure is TRUE.
--
-- `changes_between`: one row per change between two moments. The column `axis` says what sort of change it is. 'known': a sure
-- claim became known, or it got another status or time. 'valid': something began, held, happened or ended in the world.
--
-- Make the macros of words.sql, instants.sql and told.sql, `build_as_of` and `history_at` first: these macros call them.

CREATE MACRO facts_as_of(
    valid_at := NULL, known_at := NULL, basis := 'stated', with_unsure := FALSE, valid_since := NULL
) AS TABLE
WITH wanted AS (
    SELECT
        instant_of(coalesce(valid_at::VARCHAR, build_as_of()::VARCHAR)) AS moment,
        CASE
            WHEN instant_of(coalesce(valid_since::VARCHAR, valid_at::VARCHAR, build_as_of()::VARCHAR))
                <= instant_of(coalesce(valid_at::VARCHAR, build_as_of()::VARCHAR))
                THEN instant_of(coalesce(valid_since::VARCHAR, valid_at::VARCHAR, build_as_of()::VARCHAR))
            ELSE error('valid_since lies after the moment that is asked for; give the earlier one as valid_since')
        END AS since,
        CASE
            WHEN basis IN ('dated', 'stated') THEN basis = 'stated'
            ELSE error('basis is dated or stated, not ' || coalesce('''' || basis::VARCHAR || '''', 'NULL'))
        END AS with_undated
),
told AS (
    SELECT h.* EXCLUDE (holdings), unnest(h.holdings) AS held
    FROM history_at(known_at) AS h
    WHERE h.is_sure OR with_unsure
),
-- The holdings (stretches of time in which a claim counts, by stage 5) that contain the moment; with valid_since, those that
-- contain any moment from valid_since up to it. With basis 'dated', only positive claims with a date that are no plans are given,
-- and they are given even while another value displaces them.
counting AS (
    SELECT t.*
    FROM told AS t
    CROSS JOIN wanted AS w
    JOIN predicates AS p ON p.predicate_id = t.held.predicate_id
    WHERE
        t.held.is_held
        AND t.held.starts_utc <= w.moment
        AND coalesce(t.held.ends_utc > w.since, TRUE)
        -- An event only happened: `timeline` tells it, but it is no fact that holds at a moment.
        AND p.category IS DISTINCT FROM 'event'
        AND CASE
            WHEN w.with_undated THEN NOT t.held.is_displaced
            ELSE t.held.is_dated AND t.polarity = 'positive' AND t.modality <> 'intention'
        END
)
SELECT
    s.canonical_name AS subject,
    p.canonical_label AS predicate,
    object_words(o.canonical_name, a.object_value_type, a.object_value) AS object,
    t.polarity,
    t.held.modality AS modality,
    t.from_utc AS valid_from_utc,
    t.held.until_utc AS valid_to_utc,
    t.from_precision AS valid_from_precision,
    t.held.until_precision AS valid_to_precision,
    t.status,
    CASE WHEN t.held.is_dated THEN 'dated' ELSE 'stated' END AS basis,
    a.asserted_at_utc AS said_at_utc,
    t.confidence,
    t.message_id,
    t.char_start,
    t.char_end,
    t.assertion_id,
    t.subject_entity_id,
    p.predicate_id,
    t.object_entity_id,
    t.known_from_utc,
    t.temporal_superseded_by_assertion_id,
    t.retracted_by_retraction_id,
    t.negated_by_assertion_id,
    t.held.is_until_included AS is_end_included,
    t.is_sure,
    -- Why the claim is held back unless with_unsure is TRUE.
    t.doubt
FROM counting AS t
JOIN assertions AS a USING (assertion_id)
JOIN entities AS s ON s.entity_id = t.subject_entity_id
JOIN predicates AS p ON p.predicate_id = t.held.predicate_id
LEFT JOIN entities AS o ON o.entity_id = t.object_entity_id
ORDER BY
    subject, t.subject_entity_id, predicate, valid_from_utc NULLS LAST, t.known_from_utc, t.assertion_id, t.held.is_begun;

COMMENT ON MACRO TABLE facts_as_of IS
    'What was true at a moment, by what was known at another: FROM facts_as_of(''2022-06-01'', ''2023-01-01'', ''dated''). Both moments are the build''s unless given; dated asks for what words date, stated (unless told otherwise) also for what was only said, denied or planned by then. with_unsure := true adds what is not sure enough or only the assistant''s word; valid_since := ''2022'' adds what was true at any moment from then up to the first moment, one row for each stretch of time.';

CREATE MACRO timeline(entity, with_unsure := FALSE) AS TABLE
WITH wanted AS (
    SELECT DISTINCT coalesce(merged_into, entity_id) AS entity_id
    FROM entities
    WHERE lower(canonical_name) = lower(entity)
        OR lower(entity_id) = lower(entity)
        OR lower(entity_key) = lower(entity)
        OR (entity_key = '__SELF__' AND lower(entity) = 'self')
        OR list_contains(list_transform(aliases_json, lambda alias: lower(alias)), lower(entity))
)
SELECT * EXCLUDE (asserted_role, quote, at_utc, has_beginning)
FROM claims_told(with_unsure)
WHERE
    subject_entity_id IN (SELECT entity_id FROM wanted)
    OR object_entity_id IN (SELECT entity_id FROM wanted)
ORDER BY at_utc NULLS LAST, said_at_utc NULLS LAST, assertion_id;

COMMENT ON MACRO TABLE timeline IS
    'All that was said of an entity, by its id, name or alias, or SELF, in the order in which it was true, and what became of it: FROM timeline(''a name''). with_unsure := true adds what is not sure enough or only the assistant''s word.';

CREATE MACRO changes_between(t1, t2 := NULL) AS TABLE
WITH span AS (
    SELECT
        instant_of(t1) AS since,
        CASE
            WHEN instant_of(t1) <= instant_of(coalesce(t2::VARCHAR, build_as_of()::VARCHAR))
                THEN instant_of(coalesce(t2::VARCHAR, build_as_of()::VARCHAR))
            ELSE error('the first moment lies after the second; give the earlier one first')
        END AS until
),
before AS (
    SELECT * FROM history_at(t1) WHERE is_sure AND modality <> 'question'
),
after AS (
    SELECT * FROM history_at(t2) WHERE is_sure AND modality <> 'question'
),
-- Each claim known at t2, compared with its status and span by what was known at t1.
compared AS (
    SELECT
        a.*,
        b.assertion_id IS NULL AS is_new,
        b.status AS status_before,
        (a.status, a.is_corrected, a.valid_from_utc, a.valid_to_utc, a.valid_until_hint_utc)
        IS DISTINCT FROM (b.status, b.is_corrected, b.valid_from_utc, b.valid_to_utc, b.valid_until_hint_utc)
        AND NOT (is_new AND a.status IN ('active', 'ineligible')) AS has_turned
    FROM after AS a
    LEFT JOIN before AS b USING (assertion_id)
),
turned AS (
    SELECT
        *,
        CASE
            WHEN status = 'retracted' THEN 'taken back'
            WHEN is_corrected THEN 'corrected'
            WHEN status = 'superseded' THEN 'closed'
            WHEN status = 'negated' THEN 'ended'
            WHEN status = 'conflicted' THEN 'disputed'
            ELSE 'restored'
        END AS kind
    FROM compared
    WHERE has_turned
),
-- The sure, positive claims that are no plan and were neither taken back nor corrected, by all that the build knows.
world AS (
    SELECT *
    FROM history_at()
    WHERE
        is_sure AND polarity = 'positive' AND modality IN ('state', 'fact', 'preference')
        AND status <> 'retracted' AND NOT is_corrected
),
-- Axis 'known' counts changes in (since, until]. Axis 'valid' counts changes in [since, until), because January begins on its
-- first instant. Two kinds of changes on axis 'valid' are counted in (since, until] instead: an end whose last moment the words
-- include ("until 2018"), and a change at the build's own moment. So every change lies in exactly one of two neighbouring spans.
changes AS (
    SELECT
        'known' AS axis, 1 AS turn, 'learnt' AS kind, assertion_id, known_from_utc AS at_utc, 'second' AS at_precision,
        status_before, status AS status_after, message_id AS by_message_id, NULL::BOOLEAN AS is_end_included
    FROM compared
    WHERE is_new
    UNION ALL
    SELECT
        'known', 2, kind, assertion_id, greatest(decided_utc, known_from_utc), 'second', status_before, status,
        decided_by_message_id, NULL
    FROM turned
    UNION ALL
    SELECT
        'valid', 1, CASE WHEN NOT is_during THEN 'began' WHEN modality = 'fact' THEN 'happened' ELSE 'held' END,
        assertion_id, from_utc, from_precision, NULL, status, NULL, NULL
    FROM world, span
    -- A state or preference that words date only as "now" has the time of its message. It holds then, but nothing says since
    -- when, so nothing began (`has_beginning` is FALSE).
    WHERE (has_beginning OR modality NOT IN ('state', 'preference'))
        AND CASE
            WHEN from_utc = build_as_of() THEN from_utc > since AND from_utc <= until
            ELSE from_utc >= since AND from_utc < until
        END
    UNION ALL
    SELECT 'valid', 2, 'ended', assertion_id, until_utc, until_precision, NULL, status, NULL, is_until_included
    FROM world, span
    WHERE NOT is_during AND CASE
        WHEN is_until_included OR until_utc = build_as_of() THEN until_utc > since AND until_utc <= until
        ELSE until_utc >= since AND until_utc < until
    END
)
SELECT
    c.axis,
    c.at_utc,
    c.at_precision,
    c.kind,
    s.canonical_name AS subject,
    p.canonical_label AS predicate,
    object_words(o.canonical_name, a.object_value_type, a.object_value) AS object,
    a.polarity,
    a.modality,
    c.status_before,
    c.status_after,
    c.by_message_id,
    a.message_id,
    a.char_start,
    a.char_end,
    a.assertion_id,
    a.subject_entity_id,
    a.predicate_id,
    a.object_entity_id,
    c.is_end_included
FROM changes AS c
JOIN assertions AS a USING (assertion_id)
JOIN entities AS s ON s.entity_id = a.subject_entity_id
JOIN predicates AS p USING (predicate_id)
LEFT JOIN entities AS o ON o.entity_id = a.object_entity_id
ORDER BY c.axis, c.at_utc NULLS LAST, c.turn, subject, predicate, c.assertion_id;

COMMENT ON MACRO TABLE changes_between IS
    'What changed between two moments: on axis known, after the first up to the second, what was learnt, closed, ended, taken back, corrected or came to be disputed; on axis valid, from the first until before the second, what began, ended, held or happened in the world by all that the build knows: FROM changes_between(''2022'', ''2023'').';
