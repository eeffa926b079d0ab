-- One row per question and possible answer. A question asks a model what is meant at a place with open mentions (mentions for
-- which no node was accepted); a possible answer is a node. A place has one question, even if several open mentions lie there.
-- Only the newest `most` places are asked about. Rows are sorted with the newest place first and, at each place, the best node
-- first. A row has the text around the place (`context_window`), the project of the conversation, and the names that the
-- conversation mentions most (`known`, at most `known_names`).
WITH places AS (
    SELECT
        o.observation_id,
        o.start_offset,
        o.end_offset,
        o.mention_text,
        o.surface,
        o.occurred_at,
        max(o.work_context_id) AS work_context_id,
        min_by(q.candidate_set, {'id': q.mention_id}) AS candidate_set
    FROM overlay.tier4_queue__open AS q
    JOIN overlay.mention_observations AS o USING (mention_id)
    GROUP BY o.observation_id, o.start_offset, o.end_offset, o.mention_text, o.surface, o.occurred_at
    QUALIFY row_number() OVER (ORDER BY o.occurred_at DESC, o.observation_id, o.start_offset, o.end_offset) <= $most
),

named AS (
    SELECT m.conversation_id, n.canonical_name, count(*) AS times
    FROM overlay.mention_resolutions__found AS r
    JOIN overlay.mention_observations AS o USING (mention_id)
    JOIN kg.messages AS m ON m.message_id = o.observation_id
    JOIN overlay.nodes AS n ON n.node_id = r.resolved_node_id
    WHERE n.source_kind <> 'thread' AND n.visibility_class <> 'blocked'
    GROUP BY m.conversation_id, n.canonical_name
    QUALIFY row_number() OVER (PARTITION BY m.conversation_id ORDER BY count(*) DESC, n.canonical_name) <= $known_names
),

known AS (
    SELECT conversation_id, list(canonical_name ORDER BY times DESC, canonical_name) AS names
    FROM named
    GROUP BY conversation_id
),

offered AS (
    SELECT * EXCLUDE (candidate_set), unnest(candidate_set) AS node_id, generate_subscripts(candidate_set, 1) AS place
    FROM places
)

SELECT
    p.observation_id,
    p.start_offset,
    p.end_offset,
    p.mention_text,
    p.surface,
    substring(
        m.text_raw,
        greatest(p.start_offset - $half, 0)::INTEGER + 1,
        (least(p.start_offset, $half) + p.end_offset - p.start_offset + $half)::INTEGER
    ) AS context_window,
    w.canonical_name AS work_context,
    coalesce(k.names, []) AS known,
    p.node_id,
    n.canonical_name,
    n.subtype AS kind
FROM offered AS p
JOIN kg.messages AS m ON m.message_id = p.observation_id
JOIN overlay.nodes AS n ON n.node_id = p.node_id
LEFT JOIN overlay.nodes AS w ON w.node_id = p.work_context_id
LEFT JOIN known AS k ON k.conversation_id = m.conversation_id
ORDER BY p.occurred_at DESC, p.observation_id, p.start_offset, p.end_offset, p.place
