-- Analysts' views over what mattered, people, projects and conflicts. Tables are named as they are in kg.duckdb.

-- Since when and until when all that was said holds, as `facts_as_of` answers it moment by moment, over the stored history.
-- What names no beginning holds from when it was said; "now" is no beginning either.
CREATE MACRO claims_in_time(with_unsure := FALSE) AS TABLE
WITH told AS (
    SELECT
        c.* EXCLUDE (valid_from_utc, valid_to_utc),
        a.object_value_type,
        a.object_value,
        a.object_signature,
        c.modality = 'intention' AS is_plan,
        CASE
            WHEN m.timestamp_quality = 'original' THEN c.said_at_utc
            WHEN m.timestamp_quality LIKE 'file%' THEN least(c.said_at_utc, build_horizon())
            ELSE build_horizon()
        END AS known_from_utc,
        coalesce(c.valid_from_utc, known_from_utc) AS starts_utc,
        c.valid_to_utc AS ends_utc,
        FALSE AS is_begun,
        {
            'at': known_from_utc, 'conversation': m.conversation_id, 'order': m.order_index,
            'place': a.char_start, 'assertion_id': c.assertion_id
        } AS turn
    FROM claims_told(with_unsure) AS c
    JOIN assertions AS a USING (assertion_id)
    JOIN messages AS m ON m.message_id = a.message_id
    WHERE c.status <> 'retracted' AND c.outcome IS DISTINCT FROM 'corrected'
        AND a.supersession_type IS DISTINCT FROM 'correction'
),
-- Events that begin a state ("moved to Oslo", of where somebody lives) tell of the state too.
begun AS (
    SELECT t.* REPLACE (r.state_id AS predicate_id, 'state' AS modality, NULL AS ends_utc, TRUE AS is_begun)
    FROM told AS t
    JOIN states_begun() AS r ON r.event_id = t.predicate_id
    WHERE t.modality = 'fact' AND t.polarity = 'positive'
),
claimed AS (
    SELECT * FROM told
    UNION ALL
    SELECT * FROM begun
),
-- Seed 000 §5.10.1: the most exact rule says what holds one value at a time.
single AS (
    SELECT s.subject_entity_id, s.predicate_id
    FROM (SELECT DISTINCT subject_entity_id, predicate_id FROM claimed) AS s
    JOIN entities AS e ON e.entity_id = s.subject_entity_id
    JOIN invalidation_rules AS r
        ON (r.predicate_id = s.predicate_id OR r.predicate_id IS NULL)
        AND r.subject_entity_type IN ('*', e.entity_type)
    GROUP BY s.subject_entity_id, s.predicate_id
    HAVING max({
        'of_predicate': r.predicate_id IS NOT NULL,
        'of_type': r.subject_entity_type <> '*',
        'closes': r.is_functional AND r.invalidation_policy = 'close_previous_on_newer_state'
    }).closes
),
-- What stage 5 does not close: a claim without a time, and the state that an event began.
open AS (
    SELECT * FROM claimed WHERE polarity = 'positive' AND (NOT has_beginning OR is_begun)
),
-- The contrary ends it, and where one value holds at a time, the next value that is said or begins.
followed AS (
    SELECT c.assertion_id, c.is_begun, n.starts_utc AS at_utc
    FROM open AS c
    JOIN claimed AS n
        ON n.subject_entity_id = c.subject_entity_id
        AND n.predicate_id = c.predicate_id
        AND n.object_signature = c.object_signature
        AND n.is_plan = c.is_plan
        AND n.is_sure = c.is_sure
    WHERE n.polarity = 'negative' AND CASE WHEN n.has_beginning THEN n.starts_utc > c.starts_utc ELSE n.turn > c.turn END
    UNION ALL
    SELECT c.assertion_id, c.is_begun, greatest(n.starts_utc, c.starts_utc)
    FROM claimed AS c
    SEMI JOIN single AS s ON s.subject_entity_id = c.subject_entity_id AND s.predicate_id = c.predicate_id
    JOIN claimed AS n
        ON n.subject_entity_id = c.subject_entity_id
        AND n.predicate_id = c.predicate_id
        AND n.object_signature <> c.object_signature
        AND n.is_plan = c.is_plan
        AND n.is_sure = c.is_sure
    WHERE c.polarity = 'positive' AND n.polarity = 'positive'
        AND CASE
            -- Dated values stage 5 has compared.
            WHEN c.has_beginning AND n.has_beginning THEN c.is_begun AND n.starts_utc > c.starts_utc
            WHEN n.has_beginning THEN n.starts_utc > c.starts_utc
                OR (n.turn > c.turn AND coalesce(n.ends_utc > c.starts_utc, TRUE))
            WHEN n.modality IN ('state', 'preference') THEN n.turn > c.turn AND n.starts_utc > c.starts_utc
        END
),
ended AS (
    SELECT assertion_id, is_begun, min(at_utc) AS at_utc FROM followed GROUP BY assertion_id, is_begun
)
SELECT
    c.subject_entity_id,
    c.predicate_id,
    c.object_entity_id,
    c.object_value_type,
    c.object_value,
    c.predicate,
    c.polarity,
    c.modality,
    c.has_beginning,
    c.starts_utc,
    least(c.ends_utc, e.at_utc) AS ends_utc,
    c.polarity = 'positive'
    AND (c.has_beginning OR c.modality IN ('state', 'preference'))
    AND coalesce(least(c.ends_utc, e.at_utc) > c.starts_utc, TRUE) AS is_held,
    c.message_id,
    c.assertion_id
FROM claimed AS c
LEFT JOIN ended AS e ON e.assertion_id = c.assertion_id AND e.is_begun = c.is_begun;

COMMENT ON MACRO TABLE claims_in_time IS
    'All that was said and not taken back, from when until when it holds; what names no beginning holds from when it was said: FROM claims_in_time(). is_held tells what held at some time.';

-- The same claims with the member of the profile that each speaks of; a literal that is called as an entity is that entity.
CREATE MACRO claims_of_members() AS TABLE
WITH members AS (
    SELECT entity_id, member_node_type, member_source_id, min(label) AS label
    FROM profile_members
    GROUP BY ALL
),
namesakes AS (
    SELECT entity_id, lower(label) AS name, min(member_source_id) AS member_source_id
    FROM members
    WHERE member_node_type = 'Entity'
    GROUP BY ALL
    HAVING count(*) = 1
)
SELECT
    c.subject_entity_id AS entity_id,
    coalesce(m.member_node_type, 'Entity') AS member_node_type,
    coalesce(m.member_source_id, o.entity_id) AS member_source_id,
    o.canonical_name AS object_name,
    o.entity_type AS object_type,
    c.*
FROM claims_in_time() AS c
SEMI JOIN (SELECT entity_id FROM profile_members) AS f ON f.entity_id = c.subject_entity_id
LEFT JOIN namesakes AS n
    ON n.entity_id = c.subject_entity_id AND c.object_value_type = 'string' AND n.name = lower(c.object_value ->> '$')
-- What is only disputed is no member of any window.
LEFT JOIN entities AS o
    ON o.entity_id = c.object_entity_id AND o.status = 'active' AND o.entity_id <> c.subject_entity_id
LEFT JOIN members AS m
    ON m.entity_id = c.subject_entity_id
    -- §6.2: of a literal sha256(JCS([object_value_type, object_value])).
    AND m.member_source_id = coalesce(
        c.object_entity_id, n.member_source_id, sha256(json_array(c.object_value_type, c.object_value)::VARCHAR)
    )
WHERE m.member_source_id IS NOT NULL OR o.entity_id IS NOT NULL;

COMMENT ON MACRO TABLE claims_of_members IS
    'What claims_in_time says of each member of a profile: FROM claims_of_members().';

CREATE MACRO label_begin(label) AS CASE
    WHEN regexp_full_match(label, '\d{4}') THEN make_timestamp(label[:4]::BIGINT, 1, 1, 0, 0, 0)
    WHEN regexp_full_match(label, '\d{4}-Q[1-4]')
        THEN make_timestamp(label[:4]::BIGINT, 3 * label[7]::BIGINT - 2, 1, 0, 0, 0)
    WHEN regexp_full_match(label, '\d{4}-(0[1-9]|1[0-2])')
        THEN make_timestamp(label[:4]::BIGINT, label[6:]::BIGINT, 1, 0, 0, 0)
    ELSE error('no month is called ''' || label || '''; 2025-03, 2025-Q1 or 2025 is expected')
END;

COMMENT ON MACRO label_begin IS 'Where the window of a label (2025-03, 2025-Q1, 2025) begins, by the local calendar.';

CREATE MACRO label_end(label) AS
    label_begin(label) + to_months(CASE WHEN length(label) = 4 THEN 12 WHEN label[6] = 'Q' THEN 3 ELSE 1 END);

COMMENT ON MACRO label_end IS 'Where the window of a label (2025-03, 2025-Q1, 2025) ends, by the local calendar.';

-- What a month (2025-03), a quarter (2025-Q1) or a year (2025) was about: what was spoken of in it, beside what held in it.
CREATE MACRO what_mattered(month) AS TABLE
WITH told AS (
    SELECT * FROM profile_members WHERE window_label = month
),
-- The local calendar of the profiles: what is known of where its windows begin and end.
calendar AS (
    SELECT DISTINCT label_begin(window_label) AS local, window_start_utc AS at_utc FROM profile_members
    UNION
    SELECT DISTINCT label_end(window_label), window_end_utc FROM profile_members
),
-- A window in which nobody spoke is as far from UTC as the same time of the nearest year, or else the nearest window.
edges AS (
    SELECT
        e.edge,
        min({
            'is_other_month': month(c.local) <> month(e.local),
            'distance': abs(epoch(c.local) - epoch(e.local)),
            'at_utc': strftime(c.at_utc::TIMESTAMP + (e.local - c.local), '%Y-%m-%dT%H:%M:%S.%gZ')
        }).at_utc AS at_utc
    FROM (
        VALUES ('start', label_begin(month)), ('end', label_end(month))
    ) AS e (edge, local)
    CROSS JOIN calendar AS c
    GROUP BY e.edge
),
bounds AS (
    SELECT
        max(at_utc) FILTER (edge = 'start') AS window_start_utc,
        max(at_utc) FILTER (edge = 'end') AS window_end_utc
    FROM edges
),
-- The last category that a member was given is that of the months in which nothing was said of it.
categories AS (
    SELECT
        entity_id,
        member_node_type,
        member_source_id,
        max({
            'is_month': granularity = 'month',
            'at': window_end_utc,
            'label': label,
            'category_key': category_key,
            'member_kind': member_kind
        }) AS last
    FROM profile_members
    GROUP BY ALL
),
-- What is said without a time begins only with the first that is said of it at all.
lived AS (
    SELECT
        *,
        min(starts_utc) FILTER (polarity = 'positive') OVER (
            PARTITION BY entity_id, member_node_type, member_source_id
        ) AS first_utc
    FROM claims_of_members()
),
holding AS (
    SELECT
        l.entity_id,
        l.member_node_type,
        l.member_source_id,
        min({
            'at': l.starts_utc, 'is_beginning': l.has_beginning OR l.starts_utc = l.first_utc,
            'assertion_id': l.assertion_id, 'message_id': l.message_id
        }) AS first,
        min(l.object_name) AS object_name,
        min(l.object_type) AS object_type,
        min(l.starts_utc) FILTER (l.has_beginning) AS since_utc,
        CASE WHEN count(l.ends_utc) = count(*) THEN max(l.ends_utc) ELSE '~' END AS until_utc
    FROM lived AS l
    CROSS JOIN bounds AS w
    WHERE l.is_held
        AND l.starts_utc < w.window_end_utc
        AND coalesce(l.ends_utc > w.window_start_utc, TRUE)
    GROUP BY l.entity_id, l.member_node_type, l.member_source_id, l.predicate_id
),
held AS (
    SELECT
        entity_id,
        member_node_type,
        member_source_id,
        min(object_name) AS object_name,
        min(object_type) AS object_type,
        min(since_utc) AS since_utc,
        nullif(max(until_utc), '~') AS until_utc,
        bool_or(first.at >= window_start_utc AND first.is_beginning) AS begins,
        min(first).message_id AS message_id
    FROM holding
    CROSS JOIN bounds
    GROUP BY ALL
)
SELECT
    coalesce(t.label, c.last.label, h.object_name) AS what,
    coalesce(t.category_key, c.last.category_key, 'unclassified') AS category,
    coalesce(t.member_kind, c.last.member_kind, h.object_type) AS kind,
    t.spoken_rank,
    coalesce(t.spoken_messages, 0) AS messages,
    coalesce(t.spoken_by_person, 0) AS by_person,
    coalesce(t.spoken_conversations, 0) AS conversations,
    coalesce(h.begins, FALSE) AS begins_here,
    h.entity_id IS NOT NULL AS holds_here,
    t.window_salience AS salience,
    h.since_utc,
    h.until_utc,
    coalesce(t.first_message_id, h.message_id) AS first_message_id,
    coalesce(t.last_message_id, h.message_id) AS last_message_id,
    coalesce(t.member_node_type, h.member_node_type) AS member_node_type,
    coalesce(t.member_source_id, h.member_source_id) AS member_source_id,
    coalesce(t.entity_id, h.entity_id) AS whose_entity_id
FROM told AS t
FULL JOIN held AS h
    ON (h.entity_id, h.member_node_type, h.member_source_id) = (t.entity_id, t.member_node_type, t.member_source_id)
LEFT JOIN categories AS c
    ON (c.entity_id, c.member_node_type, c.member_source_id) = (h.entity_id, h.member_node_type, h.member_source_id)
-- What is only denied here, or told as over, was neither spoken of nor so.
WHERE t.spoken_rank IS NOT NULL OR h.entity_id IS NOT NULL
ORDER BY
    whose_entity_id, t.spoken_rank NULLS LAST, t.valid_rank NULLS LAST, h.since_utc NULLS LAST, what, member_node_type,
    member_source_id;

COMMENT ON MACRO TABLE what_mattered IS
    'What was spoken of in a month, quarter or year, the most first, and what held in it: FROM what_mattered(''2025-03'').';

CREATE VIEW open_conflicts AS
SELECT
    g.conflict_type AS conflict,
    s.canonical_name AS subject,
    p.canonical_label AS predicate,
    object_words(o.canonical_name, a.object_value_type, a.object_value) AS object,
    a.polarity,
    t.status,
    t.valid_from_utc,
    t.valid_to_utc,
    a.asserted_at_utc AS said_at_utc,
    a.confidence_final AS confidence,
    a.surface_text AS quote,
    a.message_id,
    m.assertion_id,
    m.conflict_group_id
FROM conflict_groups g
JOIN conflict_members m USING (conflict_group_id)
JOIN assertions a USING (assertion_id)
JOIN assertion_temporalized t USING (assertion_id)
JOIN entities s ON s.entity_id = a.subject_entity_id
JOIN predicates p USING (predicate_id)
LEFT JOIN entities o ON o.entity_id = a.object_entity_id
-- Open while two claims of it or more still stand; that the same was said twice at once is none.
WHERE g.conflict_type <> 'SAME_TIME_DUPLICATES'
    AND g.conflict_group_id IN (
        SELECT n.conflict_group_id
        FROM conflict_members n
        JOIN assertion_temporalized u USING (assertion_id)
        WHERE u.status IN ('active', 'conflicted', 'ineligible')
        GROUP BY n.conflict_group_id
        HAVING count(*) > 1
    )
ORDER BY g.detected_at_utc DESC, m.conflict_group_id, a.asserted_at_utc, m.assertion_id;

COMMENT ON VIEW open_conflicts IS
    'Claims that contradict each other and that nothing has decided yet, one row per claim, those of a conflict together.';

COMMENT ON COLUMN open_conflicts.status IS 'What became of this claim of the conflict';

CREATE VIEW people AS
WITH self AS (
    SELECT entity_id FROM entities WHERE entity_type = 'PERSON' AND entity_key = '__SELF__' AND status = 'active'
),
lived AS (
    SELECT
        c.*,
        p.value_type_constraint = 'person' AS is_of_person,
        -- Events are not over: who was met was met. A state that is told as a fact is ("I was married to Clara").
        coalesce(
            c.modality NOT IN ('state', 'preference')
            AND (c.modality <> 'fact' OR p.raw_predicate_json ->> '$.modality' <> 'state'),
            TRUE
        )
        OR (c.is_held AND coalesce(c.ends_utc > build_as_of(), TRUE)) AS goes_on
    FROM claims_in_time(with_unsure := TRUE) AS c
    JOIN predicates AS p USING (predicate_id)
    WHERE c.object_entity_id IS NOT NULL
),
-- Who is somebody's partner, friend or manager is a person, whatever else their name was taken for.
persons AS (
    SELECT entity_id FROM entities WHERE entity_type = 'PERSON'
    UNION
    SELECT object_entity_id FROM lived WHERE is_of_person
),
relations AS (
    SELECT object_entity_id AS entity_id, predicate, bool_or(goes_on) AS goes_on, max(ends_utc) AS ends_utc
    FROM lived
    JOIN self ON self.entity_id = lived.subject_entity_id
    WHERE polarity = 'positive'
    GROUP BY ALL
),
ties AS (
    SELECT
        entity_id,
        list(
            CASE
                WHEN goes_on THEN predicate
                ELSE predicate || coalesce(' until ' || ends_utc[:10], ' (over)')
            END
            ORDER BY predicate
        ) AS relations
    FROM relations
    GROUP BY entity_id
),
said AS (
    SELECT subject_entity_id AS entity_id, message_id, asserted_at_utc FROM assertions
    UNION
    SELECT object_entity_id, message_id, asserted_at_utc FROM assertions WHERE object_entity_id IS NOT NULL
),
claimed AS (
    SELECT
        entity_id,
        count(*) AS messages,
        max({'at': asserted_at_utc, 'message_id': message_id}).message_id AS last_message_id
    FROM said
    GROUP BY entity_id
),
named AS (
    SELECT
        n.entity_id,
        count(*) FILTER (m.role = 'user' AND m.is_prose) AS by_person,
        max({'at': m.created_at_utc, 'message_id': n.message_id}).message_id AS last_message_id
    FROM entity_mentions n
    JOIN messages m USING (message_id)
    GROUP BY n.entity_id
)
SELECT
    e.canonical_name AS name,
    coalesce(t.relations, []) AS relations,
    e.mention_count AS mentions,
    coalesce(n.by_person, 0) AS by_person,
    e.conversation_count AS conversations,
    coalesce(c.messages, 0) AS messages_with_claims,
    e.first_seen_at_utc AS first_seen_utc,
    e.last_seen_at_utc AS last_seen_utc,
    e.salience_score AS salience,
    coalesce(n.last_message_id, c.last_message_id) AS last_message_id,
    e.entity_id
FROM entities e
LEFT JOIN ties t USING (entity_id)
LEFT JOIN named n USING (entity_id)
LEFT JOIN claimed c USING (entity_id)
SEMI JOIN persons AS w ON w.entity_id = e.entity_id
WHERE e.status = 'active' AND NOT (e.entity_type = 'PERSON' AND e.entity_key = '__SELF__')
ORDER BY e.salience_score DESC NULLS LAST, messages_with_claims DESC, e.canonical_name, e.entity_id;

COMMENT ON VIEW people IS
    'Everybody but the person themselves, known as a person or as somebody''s partner, friend, manager ...: what they are to the person, how often and when they come up.';

COMMENT ON COLUMN people.relations IS 'What the person has said that they are: sibling_is, friend_is, and when that is over manager_is until 2024-04-01; empty when nothing';

COMMENT ON COLUMN people.last_message_id IS 'The last message that names them or, where none does, claims something of them';

CREATE VIEW projects AS
WITH months AS (
    SELECT m.*
    FROM profile_members m
    JOIN profiles p USING (entity_id, granularity)
    WHERE p.is_default AND m.category_key = 'project'
),
claims AS (
    SELECT c.*, predicate = 'stopped' AND polarity = 'positive' AND modality = 'fact' AS is_stop
    FROM claims_of_members() AS c
    WHERE modality <> 'intention'
),
lived AS (
    SELECT
        entity_id,
        member_node_type,
        member_source_id,
        min(starts_utc) FILTER (has_beginning AND polarity = 'positive' AND NOT is_stop) AS since_utc,
        -- Who takes it up again has not ended it.
        max(starts_utc) FILTER (
            polarity = 'positive' AND NOT is_stop AND (modality = 'state' OR predicate = 'started')
        ) AS taken_up_utc
    FROM claims
    GROUP BY ALL
),
-- Whatever says that it is over: the end of what was so, and that it was stopped, which may lie within the stretch in which
-- it was taken up. That it is not so ("I don't work on it") says no moment; it counts where nothing else does.
endings AS (
    SELECT c.entity_id, c.member_node_type, c.member_source_id, c.ends_utc AS at_utc, FALSE AS is_denial
    FROM claims AS c
    WHERE c.is_held AND c.modality = 'state'
    UNION ALL
    SELECT
        c.entity_id, c.member_node_type, c.member_source_id,
        CASE WHEN c.starts_utc > l.taken_up_utc OR l.taken_up_utc IS NULL THEN c.starts_utc ELSE c.ends_utc END, FALSE
    FROM claims AS c
    JOIN lived AS l USING (entity_id, member_node_type, member_source_id)
    WHERE c.is_stop
    UNION ALL
    SELECT
        c.entity_id, c.member_node_type, c.member_source_id, c.starts_utc, NOT c.has_beginning AND r.message_id IS NULL
    FROM claims AS c
    LEFT JOIN (
        SELECT DISTINCT retraction_message_id AS message_id FROM retractions WHERE retraction_type = 'temporal_bound'
    ) AS r ON r.message_id = c.message_id
    WHERE c.polarity = 'negative' AND c.modality = 'state'
),
told AS (
    SELECT
        l.entity_id,
        l.member_node_type,
        l.member_source_id,
        l.since_utc,
        coalesce(max(e.at_utc) FILTER (NOT e.is_denial), min(e.at_utc)) AS ended_utc
    FROM lived AS l
    LEFT JOIN endings AS e
        ON (e.entity_id, e.member_node_type, e.member_source_id) = (l.entity_id, l.member_node_type, l.member_source_id)
        AND coalesce(e.at_utc > l.taken_up_utc, TRUE)
    GROUP BY ALL
)
SELECT
    m.label AS project,
    list(m.window_label ORDER BY m.window_label) FILTER (m.spoken_messages > 0) AS spoken_of_in,
    sum(m.spoken_messages)::BIGINT AS messages,
    sum(m.spoken_by_person)::BIGINT AS by_person,
    min(t.since_utc) AS since_utc,
    min(t.ended_utc) AS ended_utc,
    min({'at': m.window_start_utc, 'message_id': m.first_message_id}).message_id AS first_message_id,
    max({'at': m.window_start_utc, 'message_id': m.last_message_id}).message_id AS last_message_id,
    m.member_node_type,
    m.member_source_id,
    m.entity_id AS whose_entity_id
FROM months m
LEFT JOIN told t USING (entity_id, member_node_type, member_source_id)
GROUP BY m.label, m.member_node_type, m.member_source_id, m.entity_id
ORDER BY messages DESC, project, m.member_source_id;

COMMENT ON VIEW projects IS
    'What the person works on: the months (or the windows of another default) in which it was spoken of, since when, and when the person said it was over.';

COMMENT ON COLUMN projects.ended_utc IS 'From when on the person says that it is over; NULL while they do not';
