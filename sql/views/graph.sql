-- Views and macros for analysts. Tables are named as they are in kg.duckdb.
--
-- The macro `what_mattered`: one row per member of which something was said in a month, quarter or year, or that held then.
-- The view `people`: one row per person. The view `projects`: one row per project. The view `open_conflicts`: one row per
-- claim in a conflict that nothing has decided. The macros `claims_in_time` and `claims_of_members`: one row per claim and
-- stretch of time in which it counts; the second has the profile members that the claims speak of, too. `label_begin` and
-- `label_end` say where the window of a label such as 2025-Q1 begins and ends.

-- `kg.claim_holdings` in words and with the claim's own columns.
CREATE MACRO claims_in_time(with_unsure := FALSE) AS TABLE
SELECT
    a.subject_entity_id,
    h.predicate_id,
    a.object_entity_id,
    a.object_value_type,
    a.object_value,
    m.object_key,
    p.canonical_label AS predicate,
    a.polarity,
    h.modality,
    w.has_beginning,
    h.starts_utc,
    h.ends_utc,
    -- Not held: what is denied or displaced by another value, and plans and facts that no words date.
    h.is_held
    AND NOT h.is_displaced
    AND a.polarity = 'positive'
    AND (h.is_dated OR h.modality IN ('state', 'preference')) AS is_held,
    a.message_id,
    h.assertion_id
FROM claim_holdings AS h
JOIN claim_spans AS w USING (assertion_id)
JOIN claim_matters AS m USING (assertion_id)
JOIN assertions AS a USING (assertion_id)
JOIN predicates AS p ON p.predicate_id = h.predicate_id
WHERE w.is_sure OR with_unsure;

COMMENT ON MACRO TABLE claims_in_time IS
    'All that was said and not taken back, from when until when it holds; what names no beginning holds from when it was said: FROM claims_in_time(). is_held tells what held at some time.';

-- The claims of claims_in_time with the profile member that each speaks of. A literal that has the name of just one
-- member entity counts as that entity.
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
-- An object that is no member of any window, for example because it is only disputed, has rows here as an entity.
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

-- What a month (2025-03), a quarter (2025-Q1) or a year (2025) was about: what was spoken of in it, and what held in it.
CREATE MACRO what_mattered(month) AS TABLE
WITH told AS (
    SELECT * FROM profile_members WHERE window_label = month
),
-- Bounds of windows in local time and in UTC, from all windows that profiles have.
calendar AS (
    SELECT DISTINCT label_begin(window_label) AS local, window_start_utc AS at_utc FROM profile_members
    UNION
    SELECT DISTINCT label_end(window_label), window_end_utc FROM profile_members
),
-- The bounds of the asked window in UTC. If nobody spoke in it, it has the offset from UTC of the same month in the nearest year,
-- else that of the nearest window.
edges AS (
    SELECT
        e.edge,
        min({
            'is_other_month': month(c.local) <> month(e.local),
            'distance': abs(epoch(c.local) - epoch(e.local)),
            'at_utc': c.at_utc + (e.local - c.local)
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
-- The last category of each member, for windows in which nothing was said of it.
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
-- A claim without a time begins something only where it is the first claim of its member (`first_utc`).
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
        CASE WHEN count(l.ends_utc) = count(*) THEN max(l.ends_utc) ELSE 'infinity' END AS until_utc
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
        nullif(max(until_utc), 'infinity') AS until_utc,
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
-- Left out are members that claims only deny in this window, or tell as over.
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
-- Open while at least two of its claims stand. SAME_TIME_DUPLICATES is no conflict: the same was said twice at once.
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
        -- Events are not over: who was met was met. A state that is told as a fact is over ("I was married to Clara").
        coalesce(
            c.modality NOT IN ('state', 'preference')
            AND (c.modality <> 'fact' OR p.usual_modality <> 'state'),
            TRUE
        )
        OR (c.is_held AND coalesce(c.ends_utc > build_as_of(), TRUE)) AS goes_on
    FROM claims_in_time(with_unsure := TRUE) AS c
    JOIN predicates AS p USING (predicate_id)
    WHERE c.object_entity_id IS NOT NULL
),
-- Somebody's partner, friend or manager is a person, even if a detector took the name for something else.
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
                ELSE predicate || coalesce(' until ' || strftime(ends_utc, '%Y-%m-%d'), ' (over)')
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

COMMENT ON COLUMN people.relations IS
    'What the person has said that they are: sibling_is, friend_is, and when that is over manager_is until 2024-04-01; empty when nothing';

COMMENT ON COLUMN people.last_message_id IS 'The last message that names them or, where none does, claims something of them';

CREATE VIEW projects AS
WITH months AS (
    SELECT m.*
    FROM profile_members m
    JOIN profiles p USING (entity_id, granularity)
    WHERE p.is_default AND m.category_key = 'project'
),
-- The main story of each thing: its first stretch says since when, its last whether it is over.
told AS (
    SELECT
        subject_entity_id AS entity_id,
        object_key,
        min(since_utc) AS since_utc,
        max({'stretch': stretch, 'over_utc': over_utc}).over_utc AS ended_utc
    FROM stories
    WHERE is_main
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
LEFT JOIN told t ON t.entity_id = m.entity_id AND t.object_key = lower(m.label)
GROUP BY m.label, m.member_node_type, m.member_source_id, m.entity_id
ORDER BY messages DESC, project, m.member_source_id;

COMMENT ON VIEW projects IS
    'What the person works on: the months (or the windows of another default) in which it was spoken of, since when, and when the person said it was over.';

COMMENT ON COLUMN projects.ended_utc IS 'From when on the person says that it is over; NULL while they do not';
