-- Asking on both axes of time (design §8). Tables are named as they are in kg.duckdb; `history_at`, which is stage 5 on what
-- was known then, and the macros of instants.sql come before these.

CREATE MACRO facts_as_of(valid_at := NULL, known_at := NULL, basis := 'stated', with_unsure := FALSE) AS TABLE
WITH wanted AS (
    SELECT
        instant_of(coalesce(valid_at::VARCHAR, build_as_of()::VARCHAR)) AS moment,
        CASE
            WHEN basis IN ('dated', 'stated') THEN basis = 'stated'
            ELSE error('basis is dated or stated, not ' || coalesce('''' || basis::VARCHAR || '''', 'NULL'))
        END AS with_undated
),
-- What was taken back or corrected was never so, and a question says nothing. A claim whose words name no beginning is
-- undated: it counts from when it was said. What nobody can be sure of, where it is asked for, stands by itself: it and
-- what is sure never displace each other.
known AS (
    SELECT h.*
    FROM history_at(known_at) AS h
    WHERE
        (h.is_sure OR with_unsure)
        AND h.modality <> 'question' AND h.status <> 'retracted' AND NOT h.is_corrected
),
-- Events that begin a state ("moved to Oslo", of where somebody lives) tell of the state too.
begun AS (
    SELECT h.* REPLACE (r.state_id AS predicate_id, 'state' AS modality, TRUE AS is_functional)
    FROM known AS h
    JOIN states_begun() AS r ON r.event_id = h.predicate_id
    WHERE h.polarity = 'positive' AND h.modality = 'fact'
),
-- Stage 5 closes no event, so what one began is over when another value begins or when it is denied, whatever its words say
-- of when it happened.
followed AS (
    SELECT b.assertion_id, min(s.at_utc) AS until
    FROM begun AS b
    JOIN (
        SELECT subject_entity_id, predicate_id, object_signature, polarity, is_sure, valid_from_utc AS at_utc
        FROM known
        WHERE has_explicit_valid_time AND modality <> 'intention'
        UNION ALL
        SELECT subject_entity_id, predicate_id, object_signature, polarity, is_sure, valid_from_utc
        FROM begun
        WHERE has_explicit_valid_time
        UNION ALL
        SELECT subject_entity_id, predicate_id, object_signature, polarity, is_sure, known_from_utc
        FROM known
        WHERE NOT has_explicit_valid_time AND polarity = 'negative'
    ) AS s
        ON s.subject_entity_id = b.subject_entity_id
        AND s.predicate_id = b.predicate_id
        AND s.is_sure = b.is_sure
        AND s.at_utc > b.valid_from_utc
        AND (s.object_signature = b.object_signature) = (s.polarity = 'negative')
    GROUP BY b.assertion_id
),
claimed AS (
    SELECT * FROM known
    UNION ALL
    SELECT b.* REPLACE (f.until AS until_utc, NULL AS valid_end_precision, FALSE AS is_end_included)
    FROM begun AS b
    LEFT JOIN followed AS f USING (assertion_id)
),
told AS (
    SELECT
        h.*,
        w.moment,
        w.with_undated,
        h.modality = 'intention' AS is_plan,
        -- "I used to live in Prague": of a relation that is a state, a fact tells what is over, nobody said since when.
        h.modality = 'fact' AND coalesce(p.usual_modality IN ('state', 'preference'), FALSE) AS is_over,
        h.has_explicit_valid_time AND h.valid_from_utc IS NOT NULL AS is_dated,
        -- What cannot last is not believed for ever, unless its words say until when.
        h.until_utc IS NOT NULL OR coalesce(h.believed_until_utc > w.moment, TRUE) AS is_believed,
        -- A plan is held from when it is made until its time is over; what is so holds from when it began.
        is_dated
        AND CASE WHEN is_plan THEN least(h.known_from_utc, h.valid_from_utc) ELSE h.valid_from_utc END <= w.moment
        AND coalesce(h.until_utc > w.moment, TRUE)
        AND is_believed AS is_dated_now
    FROM claimed AS h
    JOIN predicates AS p USING (predicate_id)
    CROSS JOIN wanted AS w
    -- What merely happened is told in its order of time; it is nothing that is so.
    WHERE p.category IS DISTINCT FROM 'event'
),
dated AS (
    SELECT * FROM told WHERE is_dated_now AND (with_undated OR (polarity = 'positive' AND NOT is_plan))
),
turns AS (
    SELECT
        *,
        row_number() OVER (
            ORDER BY known_from_utc, conversation_id, order_index, place_in_message, assertion_id
        ) AS turn
    FROM told
    WHERE with_undated AND NOT is_dated AND NOT coalesce(is_over, FALSE) AND known_from_utc <= moment
),
said AS (
    SELECT
        *,
        CASE polarity
            WHEN 'positive' THEN max(turn) FILTER (polarity = 'negative') OVER of_fact
            ELSE max(turn) FILTER (polarity = 'positive') OVER of_fact
        END AS contrary_turn,
        turn = max(turn) OVER (
            PARTITION BY subject_entity_id, predicate_id, is_plan, is_sure, polarity
        ) AS is_newest
    FROM turns
    WINDOW of_fact AS (PARTITION BY subject_entity_id, predicate_id, object_signature, is_plan, is_sure)
),
-- Of what holds one value at a time: when a dated value last began, and those that hold: what they are, and when the last
-- of them was said.
values_begun AS (
    SELECT
        subject_entity_id, predicate_id, is_plan, is_sure, max(valid_from_utc) AS begun,
        max(known_from_utc) FILTER (is_dated_now) AS said_last,
        list(DISTINCT object_signature ORDER BY object_signature) FILTER (is_dated_now) AS holding
    FROM told
    WHERE is_dated AND is_functional AND polarity = 'positive' AND valid_from_utc <= moment
    GROUP BY subject_entity_id, predicate_id, is_plan, is_sure
),
-- What was said without a time stands until it is ended, until the contrary is said, or, of what holds one value at a
-- time, until another value is said or begins. The same value with a time says more.
undated AS (
    SELECT s.*
    FROM said AS s
    LEFT JOIN values_begun AS b USING (subject_entity_id, predicate_id, is_plan, is_sure)
    ANTI JOIN dated AS d
        ON d.subject_entity_id = s.subject_entity_id
        AND d.predicate_id = s.predicate_id
        AND d.object_signature = s.object_signature
        AND d.is_plan = s.is_plan
        AND d.is_sure = s.is_sure
        AND d.polarity <> s.polarity
    WHERE
        coalesce(s.valid_until_hint_utc > s.moment, TRUE)
        AND s.is_believed
        AND coalesce(s.turn > s.contrary_turn, TRUE)
        AND (
            NOT s.is_functional
            OR s.polarity = 'negative'
            OR (
                s.is_newest
                AND coalesce(b.begun <= s.known_from_utc, TRUE)
                AND coalesce(b.said_last < s.known_from_utc AND NOT list_contains(b.holding, s.object_signature), TRUE)
            )
        )
),
held AS (
    SELECT d.assertion_id, d.predicate_id, 'dated' AS basis, d.valid_from_utc AS since, d.until_utc AS until
    FROM dated AS d
    -- Of what holds one value at a time only the newest said (design §8).
    ANTI JOIN undated AS u
        ON u.subject_entity_id = d.subject_entity_id
        AND u.predicate_id = d.predicate_id
        AND u.is_plan = d.is_plan
        AND u.is_sure = d.is_sure
        AND u.is_functional
        AND u.polarity = 'positive'
        AND d.polarity = 'positive'
    UNION ALL
    SELECT assertion_id, predicate_id, 'stated', NULL, valid_until_hint_utc FROM undated
)
SELECT
    s.canonical_name AS subject,
    p.canonical_label AS predicate,
    object_words(o.canonical_name, a.object_value_type, a.object_value) AS object,
    t.polarity,
    t.modality,
    w.since AS valid_from_utc,
    w.until AS valid_to_utc,
    CASE WHEN w.since IS NOT NULL THEN t.valid_time_precision END AS valid_from_precision,
    CASE WHEN w.until IS NOT NULL THEN coalesce(t.valid_end_precision, t.valid_time_precision) END AS valid_to_precision,
    t.status,
    w.basis,
    a.asserted_at_utc AS said_at_utc,
    t.confidence,
    t.message_id,
    t.char_start,
    t.char_end,
    t.assertion_id,
    t.subject_entity_id,
    t.predicate_id,
    t.object_entity_id,
    t.known_from_utc,
    t.temporal_superseded_by_assertion_id,
    t.retracted_by_retraction_id,
    t.negated_by_assertion_id,
    t.is_end_included,
    t.is_sure,
    -- Why it is held back unless one asks for it.
    t.doubt
FROM held AS w
JOIN told AS t USING (assertion_id, predicate_id)
JOIN assertions AS a USING (assertion_id)
JOIN entities AS s ON s.entity_id = t.subject_entity_id
JOIN predicates AS p ON p.predicate_id = t.predicate_id
LEFT JOIN entities AS o ON o.entity_id = t.object_entity_id
ORDER BY subject, t.subject_entity_id, predicate, w.since NULLS LAST, known_from_utc, t.assertion_id;

COMMENT ON MACRO TABLE facts_as_of IS
    'What was true at a moment, by what was known at another: FROM facts_as_of(''2022-06-01'', ''2023-01-01'', ''dated''). Both moments are the build''s unless given; dated asks for what words date, stated (unless told otherwise) also for what was only said, denied or planned by then. with_unsure := true adds what is not sure enough or only the assistant''s word.';

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
-- The difference of what stage 5 says by what was known at either moment.
compared AS (
    SELECT
        a.*,
        b.assertion_id IS NULL AS is_new,
        b.status AS status_before,
        (a.status, a.is_corrected, a.valid_from_utc, a.valid_to_utc, a.valid_until_hint_utc)
        IS DISTINCT FROM (b.status, b.is_corrected, b.valid_from_utc, b.valid_to_utc, b.valid_until_hint_utc)
        AND NOT (is_new AND a.status IN ('active', 'ineligible')) AS has_turned,
        max(a.known_from_utc) FILTER (a.status = 'conflicted') OVER (
            PARTITION BY a.subject_entity_id, a.predicate_id
        ) AS disputed_from
    FROM after AS a
    LEFT JOIN before AS b USING (assertion_id)
),
turned AS (
    SELECT
        h.*,
        CASE
            WHEN h.status = 'retracted' THEN 'taken back'
            WHEN h.is_corrected THEN 'corrected'
            WHEN h.status = 'superseded' THEN 'closed'
            WHEN h.status = 'negated' THEN 'ended'
            WHEN h.status = 'conflicted' THEN 'disputed'
            ELSE 'restored'
        END AS kind,
        coalesce(c.message_id, m.message_id) AS by_message_id,
        -- When the words became known that decide it.
        CASE
            WHEN c.assertion_id IS NOT NULL THEN c.known_from_utc
            WHEN m.timestamp_quality = 'original' THEN m.created_at_utc
            WHEN m.timestamp_quality LIKE 'file%' THEN least(m.created_at_utc, build_horizon())
            WHEN m.message_id IS NOT NULL THEN build_horizon()
            WHEN h.status = 'conflicted' THEN h.disputed_from
        END AS decided_utc
    FROM compared AS h
    LEFT JOIN after AS c
        ON c.assertion_id = coalesce(h.negated_by_assertion_id, h.temporal_superseded_by_assertion_id)
    LEFT JOIN retractions AS r ON r.retraction_id = h.retracted_by_retraction_id
    LEFT JOIN messages AS m ON m.message_id = r.retraction_message_id
    WHERE h.has_turned
),
-- What is dated, positive and no plan, by all that the build knows.
world AS (
    SELECT
        *,
        has_explicit_valid_time AND valid_from_utc IS NOT NULL AS is_dated,
        -- "In March" says of a stretch of time that it was so then, not that it began and ended with it.
        is_dated
        AND until_utc IS NOT NULL
        AND status NOT IN ('superseded', 'negated')
        AND valid_time_precision <> 'range' AS is_stretch,
        until_utc AS ends_utc
    FROM history_at()
    WHERE
        is_sure AND polarity = 'positive' AND modality IN ('state', 'fact', 'preference')
        AND status <> 'retracted' AND NOT is_corrected
),
-- What became known at a moment came by that moment: (since, until]. In the world January begins on its first instant, so
-- there it is [since, until), but for the end of a stretch that words include, and for the build's own moment, up to which
-- is asked. Either way every change lies in just one of neighbouring spans.
changes AS (
    SELECT
        'known' AS axis, 1 AS turn, 'learnt' AS kind, assertion_id, known_from_utc AS at_utc, 'second' AS at_precision,
        status_before, status AS status_after, message_id AS by_message_id, NULL::BOOLEAN AS is_end_included
    FROM compared
    WHERE is_new
    UNION ALL
    SELECT
        'known', 2, kind, assertion_id, greatest(decided_utc, known_from_utc), 'second', status_before, status,
        by_message_id, NULL
    FROM turned
    UNION ALL
    SELECT
        'valid', 1, CASE WHEN NOT is_stretch THEN 'began' WHEN modality = 'fact' THEN 'happened' ELSE 'held' END,
        assertion_id, valid_from_utc, valid_time_precision, NULL, status, NULL, NULL
    FROM world, span
    -- "Now" dates a claim by its own message: it says that it is so, not since when.
    WHERE is_dated
        AND (has_beginning OR modality NOT IN ('state', 'preference'))
        AND CASE
            WHEN valid_from_utc = build_as_of() THEN valid_from_utc > since AND valid_from_utc <= until
            ELSE valid_from_utc >= since AND valid_from_utc < until
        END
    UNION ALL
    SELECT 'valid', 2, 'ended', assertion_id, ends_utc, valid_end_precision, NULL, status, NULL, is_end_included
    FROM world, span
    WHERE NOT is_stretch AND CASE
        WHEN is_end_included OR ends_utc = build_as_of() THEN ends_utc > since AND ends_utc <= until
        ELSE ends_utc >= since AND ends_utc < until
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
