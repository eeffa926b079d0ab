-- One row per member about which a model is asked for a category (tier 3 of categories.sql), with the claims about the member.
-- A model is asked only if neither rules (`votes`) nor similar predicates (`nearest`) give the member a category. At most
-- `$vote_max_members` members are asked about, those of which most was said. Reads the rows of eligible.sql, votes.sql and
-- spoken.sql. The caller gives `nearest` (for each predicate the category that is nearest by embedding, for tier 2).
WITH known AS (
    SELECT DISTINCT e.entity_id, e.member_node_type, e.member_source_id
    FROM eligible AS e
    LEFT JOIN votes AS v USING (entity_id, assertion_id)
    LEFT JOIN nearest AS n ON n.predicate_id = e.predicate_id
    WHERE v.category IS NOT NULL OR n.category IS NOT NULL
),
talked_of AS (
    SELECT entity_id, member_node_type, member_source_id, sum(spoken_messages)::BIGINT AS messages
    FROM spoken
    GROUP BY entity_id, member_node_type, member_source_id
)
SELECT
    e.entity_id,
    e.member_node_type,
    e.member_source_id,
    min(e.label) AS label,
    list(
        {
            'predicate': e.predicate_label,
            'modality': e.modality,
            'polarity': e.polarity,
            'quote': a.surface_text,
            'message_id': e.message_id
        }
        ORDER BY e.confidence_final DESC, e.assertion_id
    ) AS claims
FROM eligible AS e
JOIN kg.assertions AS a USING (assertion_id)
LEFT JOIN talked_of AS t USING (entity_id, member_node_type, member_source_id)
ANTI JOIN known AS k USING (entity_id, member_node_type, member_source_id)
WHERE e.member_source_id IS NOT NULL
GROUP BY e.entity_id, e.member_node_type, e.member_source_id, t.messages
ORDER BY coalesce(t.messages, 0) DESC, e.entity_id, e.member_node_type, e.member_source_id
LIMIT $vote_max_members
