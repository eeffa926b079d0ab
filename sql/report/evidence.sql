-- One row per member and message, with the place in the message to quote. Members are those of profiles, and all entities. The
-- place is that of a claim if the message has one about the member, else that of a mention. `focal`, the entity whose months
-- the report shows, has no rows.
--
-- The messages of a member are ranked twice: within each month, and over all time. The person's own messages come first, then
-- those with a claim, then the earliest. Only the first `words` of each ranking are kept. Tables, views and macros are those
-- of kg.duckdb, but with one entity for one person (as_one.sql).
WITH claimed AS (
    SELECT DISTINCT e.member_node_type, e.member_source_id, e.assertion_id
    FROM profile_evidence AS e
    WHERE e.member_source_id IS NOT NULL
    UNION
    SELECT 'Entity', subject_entity_id, assertion_id FROM assertions
    UNION
    SELECT 'Entity', object_entity_id, assertion_id FROM assertions WHERE object_entity_id IS NOT NULL
    UNION
    -- `profile_evidence` has only windows with enough claims; claims of the same literal in other windows are added here.
    SELECT m.member_node_type, m.member_source_id, a.assertion_id
    FROM profile_members AS m
    JOIN assertions AS a
        ON a.subject_entity_id = m.entity_id
        AND a.object_value_type = m.member_kind
        AND a.object_value ->> '$' = m.label
    WHERE m.member_node_type = 'Value'
),
places AS (
    SELECT c.member_node_type, c.member_source_id, a.message_id, 0 AS is_only_named, a.char_start, a.char_end
    FROM claimed AS c
    JOIN assertions AS a USING (assertion_id)
    WHERE c.member_source_id IS DISTINCT FROM $focal
    UNION ALL
    SELECT 'Entity', n.entity_id, n.message_id, 1, n.char_start, n.char_end
    FROM entity_mentions AS n
    JOIN messages AS s USING (message_id)
    WHERE s.is_prose AND n.entity_id IS NOT NULL AND n.entity_id IS DISTINCT FROM $focal
),
chosen AS (
    SELECT
        member_node_type,
        member_source_id,
        message_id,
        min({
            'is_only_named': is_only_named,
            'char_start': coalesce(char_start, -1),
            'char_end': coalesce(char_end, -1)
        }) AS place
    FROM places
    GROUP BY ALL
),
ranked AS (
    SELECT
        c.member_node_type,
        c.member_source_id,
        c.message_id,
        nullif(c.place.char_start, -1) AS char_start,
        nullif(c.place.char_end, -1) AS char_end,
        strftime(m.created_at_utc AT TIME ZONE 'UTC' AT TIME ZONE $zone, '%Y-%m') AS month,
        row_number() OVER (
            PARTITION BY c.member_node_type, c.member_source_id, month
            ORDER BY m.role <> 'user', c.place.is_only_named, m.created_at_utc, c.message_id
        ) AS place_in_month,
        row_number() OVER (
            PARTITION BY c.member_node_type, c.member_source_id
            ORDER BY m.role <> 'user', c.place.is_only_named, m.created_at_utc NULLS LAST, c.message_id
        ) AS place_in_all,
        count(*) OVER (PARTITION BY c.member_node_type, c.member_source_id) AS messages_in_all
    FROM chosen AS c
    JOIN messages AS m USING (message_id)
)
SELECT *
FROM ranked
WHERE place_in_month <= $words OR place_in_all <= $words
ORDER BY member_node_type, member_source_id, place_in_all, message_id
