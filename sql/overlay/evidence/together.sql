-- One row per ordered pair of nodes that one sentence names: (A, B) and (B, A). These pairs guard against chance: a node may
-- be named somewhere in the conversation of a project, but never in one sentence with the project. Then the two may have
-- nothing to do with each other.
WITH named AS (
    SELECT DISTINCT s.message_id, s.sentence_index, r.resolved_node_id AS node_id
    FROM overlay.mention_observations AS o
    JOIN overlay.mention_resolutions AS r USING (mention_id)
    JOIN kg.sentences AS s
        ON s.message_id = o.observation_id AND o.start_offset >= s.char_start AND o.end_offset <= s.char_end
    WHERE r.resolved_node_id IS NOT NULL AND o.relation_hypothesis IS NOT NULL
)

SELECT DISTINCT a.node_id AS source_node_id, b.node_id AS target_node_id
FROM named AS a
JOIN named AS b USING (message_id, sentence_index)
WHERE a.node_id <> b.node_id
