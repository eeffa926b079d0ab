-- Analysts' views over what mattered, people, projects and conflicts. Tables are named as they are in kg.duckdb.

-- What a month (2025-03), a quarter (2025-Q1) or a year (2025) was about: what was spoken of in it, beside what held in it.
CREATE MACRO what_mattered(month) AS TABLE
WITH bounds AS (
    SELECT DISTINCT entity_id, window_start_utc, window_end_utc FROM profile_members WHERE window_label = month
),
told AS (
    SELECT * FROM profile_members WHERE window_label = month
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
holding AS (
    SELECT DISTINCT
        w.entity_id,
        e.member_node_type,
        e.member_source_id,
        t.valid_from_utc,
        t.valid_to_utc,
        a.message_id,
        a.assertion_id
    FROM bounds AS w
    JOIN profile_windows AS p ON p.entity_id = w.entity_id
    JOIN profile_evidence AS e ON e.window_id = p.window_id AND e.member_source_id IS NOT NULL
    JOIN assertion_temporalized AS t ON t.assertion_id = e.assertion_id
    JOIN assertions AS a ON a.assertion_id = e.assertion_id
    WHERE a.polarity = 'positive'
        AND t.valid_from_utc < w.window_end_utc
        AND CASE
            WHEN t.valid_time_type = 'instant' THEN t.valid_from_utc >= w.window_start_utc
            ELSE t.valid_to_utc IS NULL OR t.valid_to_utc > w.window_start_utc
        END
),
held AS (
    SELECT
        entity_id,
        member_node_type,
        member_source_id,
        min(valid_from_utc) AS since_utc,
        CASE WHEN count(valid_to_utc) = count(*) THEN max(valid_to_utc) END AS until_utc,
        min({'at': valid_from_utc, 'assertion_id': assertion_id, 'message_id': message_id}).message_id AS message_id
    FROM holding
    GROUP BY ALL
)
SELECT
    coalesce(t.label, c.last.label) AS what,
    coalesce(t.category_key, c.last.category_key) AS category,
    coalesce(t.member_kind, c.last.member_kind) AS kind,
    t.spoken_rank,
    coalesce(t.spoken_messages, 0) AS messages,
    coalesce(t.spoken_by_person, 0) AS by_person,
    coalesce(t.spoken_conversations, 0) AS conversations,
    coalesce(t.basis <> 'spoken', FALSE) AS begins_here,
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
ORDER BY whose_entity_id, t.spoken_rank NULLS LAST, t.valid_rank NULLS LAST, h.since_utc, member_node_type, member_source_id;

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
ties AS (
    SELECT
        a.object_entity_id AS entity_id,
        list(DISTINCT p.canonical_label ORDER BY p.canonical_label) AS relations
    FROM assertions a
    JOIN self ON self.entity_id = a.subject_entity_id
    JOIN predicates p USING (predicate_id)
    JOIN assertion_temporalized t USING (assertion_id)
    WHERE a.polarity = 'positive' AND t.status <> 'retracted' AND a.supersession_type IS DISTINCT FROM 'correction'
    GROUP BY a.object_entity_id
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
WHERE e.entity_type = 'PERSON' AND e.status = 'active' AND e.entity_key <> '__SELF__'
ORDER BY e.salience_score DESC NULLS LAST, messages_with_claims DESC, e.canonical_name, e.entity_id;

COMMENT ON VIEW people IS
    'Everybody but the person themselves: what they are to the person, how often and when they come up.';

COMMENT ON COLUMN people.relations IS 'What the person has said that they are: sibling_is, friend_is; empty when nothing';

COMMENT ON COLUMN people.last_message_id IS 'The last message that names them or, where none does, claims something of them';

CREATE VIEW projects AS
WITH months AS (
    SELECT m.*
    FROM profile_members m
    JOIN profiles p USING (entity_id, granularity)
    WHERE p.is_default AND m.category_key = 'project'
),
claims AS (
    SELECT DISTINCT
        p.entity_id,
        e.member_node_type,
        e.member_source_id,
        a.assertion_id,
        a.asserted_at_utc,
        a.polarity,
        t.valid_from_utc
    FROM profile_evidence e
    JOIN profile_windows p USING (window_id)
    JOIN assertions a USING (assertion_id)
    JOIN assertion_temporalized t USING (assertion_id)
),
told AS (
    SELECT
        entity_id,
        member_node_type,
        member_source_id,
        min(valid_from_utc) FILTER (polarity = 'positive') AS since_utc,
        -- The last word on it: who has stopped says so, and the denial holds from then on.
        max({'at': asserted_at_utc, 'assertion_id': assertion_id, 'polarity': polarity, 'from': valid_from_utc}) AS last
    FROM claims
    GROUP BY ALL
)
SELECT
    m.label AS project,
    list(m.window_label ORDER BY m.window_label) FILTER (m.spoken_messages > 0) AS spoken_of_in,
    sum(m.spoken_messages)::BIGINT AS messages,
    sum(m.spoken_by_person)::BIGINT AS by_person,
    min(t.since_utc) AS since_utc,
    min(CASE WHEN t.last.polarity = 'negative' THEN t.last.from END) AS ended_utc,
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
