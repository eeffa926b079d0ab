-- `overlay.mention_observations` (§42A.2.3): one row per mention and source node. The mention may be related to the source
-- node, by the relation in `relation_hypothesis`. If hypotheses.sql has several relations to the same source node, only the
-- first in alphabetical order is kept, because `mention_id` contains no relation. Reads the rows of hypotheses.sql, found.sql
-- and work_contexts.sql.
WITH one AS (
    SELECT DISTINCT ON (message_id, char_start, char_end, source_node_id) *
    FROM hypotheses
    ORDER BY message_id, char_start, char_end, source_node_id, relation_type
),

named AS (
    SELECT
        sha256(concat_ws('|', f.message_id, o.source_node_id, f.normalized_mention, f.char_start, f.char_end, f.span_class))
            AS mention_id,
        f.*,
        o.source_node_id,
        o.relation_type AS relation_hypothesis,
        o.modifier,
        o.is_contradiction,
        w.work_context_id
    FROM found AS f
    JOIN one AS o USING (message_id, char_start, char_end)
    LEFT JOIN work_contexts AS w USING (conversation_id)
),

around AS (
    SELECT
        inner_one.mention_id,
        min_by(outer_one.mention_id, {'width': outer_one.char_end - outer_one.char_start, 'id': outer_one.mention_id}) AS parent
    FROM named AS inner_one
    JOIN named AS outer_one
        ON outer_one.message_id = inner_one.message_id AND outer_one.source_node_id = inner_one.source_node_id
        AND outer_one.char_start <= inner_one.char_start AND outer_one.char_end >= inner_one.char_end
        AND outer_one.char_end - outer_one.char_start > inner_one.char_end - inner_one.char_start
    GROUP BY inner_one.mention_id
)

SELECT
    n.mention_id,
    n.message_id AS observation_id,
    n.source_node_id,
    n.surface_text AS mention_text,
    n.normalized_mention,
    n.span_class,
    a.parent IS NOT NULL AS is_nested,
    a.parent AS parent_mention_id,
    n.char_start AS start_offset,
    n.char_end AS end_offset,
    n.relation_hypothesis,
    n.is_contradiction,
    n.modifier,
    n.work_context_id,
    n.surface,
    s.visibility_class,
    n.occurred_at,
    n.known_node_id,
    n.role
FROM named AS n
JOIN overlay.nodes AS s ON s.node_id = n.source_node_id
LEFT JOIN around AS a USING (mention_id)
