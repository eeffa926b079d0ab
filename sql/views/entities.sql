-- A view and a macro for analysts. Tables are named as they are in kg.duckdb.
--
-- The view `entity_overview`: one row per entity except the person, with how often it is named. The macro `mentions_of`: one
-- row per place where a given entity is named.

CREATE VIEW entity_overview AS
WITH shown AS (
    -- The person themselves is left out, because they are in everything. Mentions of a merged entity count for the entity into
    -- which it was merged.
    SELECT * FROM entities__named
    WHERE status = 'active' AND NOT (entity_type = 'PERSON' AND entity_key = '__SELF__')
),
said AS (
    SELECT n.entity_id, count(*) FILTER (m.role = 'user' AND m.is_prose) AS by_person
    FROM entity_mentions n
    JOIN messages m USING (message_id)
    GROUP BY n.entity_id
),
-- A message with fifty mentions or more is a list or a log: being named there together says nothing.
few AS (
    SELECT message_id FROM entity_mentions GROUP BY message_id HAVING count(*) < 50
),
named AS (
    SELECT DISTINCT n.message_id, e.entity_id, e.canonical_name
    FROM entity_mentions n
    JOIN few USING (message_id)
    JOIN shown e USING (entity_id)
),
pairs AS (
    SELECT a.entity_id, b.entity_id AS other_id, b.canonical_name AS name, count(*) AS messages
    FROM named a
    JOIN named b ON b.message_id = a.message_id AND b.entity_id <> a.entity_id
    GROUP BY ALL
),
together AS (
    SELECT
        entity_id,
        list({'name': name, 'messages': messages} ORDER BY messages DESC, name, other_id)[1:5] AS top_co_mentions
    FROM pairs
    GROUP BY entity_id
)
SELECT
    e.entity_id,
    e.canonical_name AS name,
    e.entity_type AS type,
    e.aliases_json AS aliases,
    e.mention_count AS mentions,
    coalesce(s.by_person, 0) AS by_person,
    e.conversation_count AS conversations,
    e.first_seen_at_utc AS first_seen_utc,
    e.last_seen_at_utc AS last_seen_utc,
    e.salience_score AS salience,
    coalesce(t.top_co_mentions, []) AS top_co_mentions
FROM shown e
LEFT JOIN said s USING (entity_id)
LEFT JOIN together t USING (entity_id);

COMMENT ON VIEW entity_overview IS
    'Every entity but the person, merged ones with the one they were merged into: its names, how often it was named, by whom and when, and with what.';

COMMENT ON COLUMN entity_overview.by_person IS 'Mentions in what the person wrote themselves, as prose';

COMMENT ON COLUMN entity_overview.salience IS 'How much it matters, as of the newest message';

COMMENT ON COLUMN entity_overview.top_co_mentions IS
    'The five entities most often named in the same message, and in how many; messages with 50 mentions and more left out';

-- Where an entity is named. `who` is its name, one of its aliases or its id, in upper or lower case; for a merged entity the
-- places of the entity into which it was merged are given.
CREATE MACRO mentions_of(who) AS TABLE
WITH wanted AS (
    SELECT DISTINCT coalesce(merged_into, entity_id) AS entity_id
    FROM entities__named
    WHERE lower(canonical_name) = lower(who)
        OR lower(entity_id) = lower(who)
        OR lower(entity_key) = lower(who)
        OR (entity_key = '__SELF__' AND lower(who) = 'self')
        OR list_contains(list_transform(aliases_json, lambda alias: lower(alias)), lower(who))
)
SELECT
    m.created_at_utc AS said_at_utc,
    m.role,
    c.title,
    n.surface_text,
    substring(m.text_raw, n.char_start - least(n.char_start, 60) + 1, least(n.char_start, 60)) AS before,
    substring(m.text_raw, n.char_end + 1, 60) AS after,
    n.detector,
    n.message_id,
    n.char_start,
    n.char_end
FROM wanted
JOIN entity_mentions n USING (entity_id)
JOIN messages m USING (message_id)
JOIN conversations c USING (conversation_id)
ORDER BY m.created_at_utc NULLS LAST, m.conversation_id, m.order_index, n.char_start NULLS LAST, n.mention_id;

COMMENT ON MACRO TABLE mentions_of IS
    'Every place where an entity is named, with the 60 characters before and after: FROM mentions_of(''a name'').';
