-- One row per conversation that is about a project, matter or work context, with the node of that project (X-71). It is the
-- project that the most messages of the conversation name. At least two messages must name it.
WITH named AS (
    SELECT m.conversation_id, n.node_id, count(DISTINCT m.message_id) AS messages
    FROM kg.entity_mentions AS e
    JOIN kg.messages AS m USING (message_id)
    JOIN overlay.nodes AS n ON n.source_id = e.entity_id AND n.source_kind = 'entity'
    WHERE n.subtype IN ('project', 'matter', 'work_context')
    GROUP BY ALL
)

SELECT conversation_id, max_by(node_id, {'messages': messages, 'node_id': node_id}) AS work_context_id
FROM named
WHERE messages >= 2
GROUP BY conversation_id
