-- One row per thing that may become a node, with its kind. Things are
-- - active entities,
-- - conversations,
-- - claims that gate.sql let in, unless all claims of the node are negative,
-- - tools that returned a result,
-- - and names that the person accepted.
-- The kind of an entity comes from its `entity_type`. An entity of which nobody said what it is (subtype 'thing') gets the
-- kind that a claim of the person gives its object, if there is such a claim: "I use Figma" makes Figma a tool. A 'thing' is
-- left out if no mention names it and no claim has it, except as the subject of an event. Reads the rows of spoken.sql,
-- claim_facts.sql and used.sql. The caller gives `objects_of` (the kind that a predicate gives its object), `entity_types`
-- (the kind of node for each `entity_type`) and `name_decisions` (what the person decided about new names).
WITH objects AS (
    -- The kind that the person's own claims give to their object. If several claims give kinds, the predicate that is declared
    -- first decides.
    SELECT a.object_entity_id AS entity_id, min_by({'node_kind': o.node_kind, 'subtype': o.subtype}, {'place': o.place}) AS kind
    FROM kg.assertions AS a
    JOIN kg.predicates AS p USING (predicate_id)
    JOIN objects_of AS o ON o.predicate = p.canonical_label
    WHERE a.asserted_role = 'user' AND a.polarity = 'positive' AND a.object_entity_id IS NOT NULL
    GROUP BY ALL
),

-- Entities of which a claim tells more than that they are the subject of an event.
named AS (
    SELECT a.object_entity_id AS entity_id FROM kg.assertions AS a WHERE a.object_entity_id IS NOT NULL
    UNION
    SELECT a.subject_entity_id
    FROM kg.assertions AS a
    JOIN kg.predicates AS p USING (predicate_id)
    WHERE p.category IS DISTINCT FROM 'event'
),

threads AS (
    SELECT c.conversation_id, c.source_kind, c.title, min(s.said_at) AS first_said, max(s.said_at) AS last_said
    FROM kg.conversations AS c
    JOIN spoken AS s USING (conversation_id)
    GROUP BY ALL
),

facts AS (
    SELECT
        node_id, node_kind, subtype, source_id,
        min_by(name, {'at': coalesce(asserted_at_utc, $horizon), 'id': assertion_id}) AS name,
        bool_or(polarity = 'positive') AS is_said
    FROM claim_facts
    GROUP BY node_id, node_kind, subtype, source_id
)

SELECT
    'entity:' || e.entity_id AS node_id,
    CASE WHEN t.subtype IN ('thing') AND o.kind IS NOT NULL THEN o.kind.node_kind ELSE t.node_kind END AS node_kind,
    CASE WHEN t.subtype IN ('thing') AND o.kind IS NOT NULL THEN o.kind.subtype ELSE t.subtype END AS subtype,
    e.canonical_name,
    'entity' AS source_kind,
    e.entity_id AS source_id
FROM kg.entities AS e
JOIN entity_types AS t USING (entity_type)
LEFT JOIN objects AS o USING (entity_id)
LEFT JOIN named AS n USING (entity_id)
-- The subject of "Seeing this pic made me smile" only takes part in an event; it is no thing that a person would look up.
WHERE e.status = 'active' AND (e.mention_count > 0 OR t.subtype <> 'thing' OR n.entity_id IS NOT NULL)
UNION ALL
SELECT
    'thread:' || conversation_id,
    CASE source_kind WHEN 'document' THEN 'work_product' ELSE 'world_entity' END,
    CASE source_kind WHEN 'note' THEN 'note' WHEN 'document' THEN 'document' ELSE 'chat_thread' END,
    coalesce(nullif(trim(title), ''), 'Untitled'),
    'thread',
    conversation_id
FROM threads
UNION ALL
SELECT node_id, node_kind, subtype, name, 'claim', source_id
FROM facts
WHERE is_said AND trim(name) <> ''
UNION ALL
SELECT node_id, 'tool_capability', 'tool', min_by(tool_name, {'at': used_at, 'id': event_id}), 'tool', tool_id
FROM used
GROUP BY node_id, tool_id
UNION ALL
-- Names that the person made nodes.
SELECT
    'name:' || sha256('name|' || d.normalized_mention), coalesce(d.node_kind, 'world_entity'), 'thing',
    coalesce(d.canonical_name, d.normalized_mention), 'name', sha256('name|' || d.normalized_mention)
FROM name_decisions AS d
WHERE d.action = 'create_new'
