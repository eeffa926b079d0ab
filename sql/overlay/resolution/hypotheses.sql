-- Which relation each mention of the person's own words suggests, and of whom: of the conversation, by the first cue that
-- fits its form and the words around it (§42A.2.13); of the project that the conversation is about; and of a claim's
-- subject where the mention is the claim's object. What an assistant says suggests none. `found` and `work_contexts` are
-- given.
WITH windows AS (
    SELECT
        f.*,
        substring(m.text_raw, greatest(f.char_start - 60, 0)::INTEGER + 1, least(f.char_start, 60)::INTEGER) AS raw_before,
        -- Words between single blanks, so that a cue is found as a whole word.
        ' ' || regexp_replace(lower(raw_before), '[^a-z'']+', ' ', 'g') || ' ' AS before,
        ' ' || regexp_replace(lower(substring(m.text_raw, f.char_end::INTEGER + 1, 60)), '[^a-z'']+', ' ', 'g') || ' ' AS after
    FROM found AS f
    JOIN kg.messages AS m USING (message_id)
),

cued AS (
    SELECT
        w.message_id, w.char_start, w.char_end,
        min_by({'relation': c.relation, 'modifier': c.modifier}, {'place': c.place}) AS cue
    FROM windows AS w
    JOIN cues AS c USING (span_class)
    WHERE c.word IS NULL OR contains(w.before || w.after, ' ' || c.word || ' ')
    GROUP BY ALL
),

of_threads AS (
    SELECT
        w.message_id, w.char_start, w.char_end, 'thread:' || w.conversation_id AS source_node_id,
        CASE w.role WHEN 'user' THEN coalesce(c.cue.relation, 'semantically_related') END AS relation_type,
        coalesce(c.cue.modifier, -0.05) AS modifier,
        EXISTS (SELECT 1 FROM negative_cues AS n WHERE contains(w.before, ' ' || n.word || ' ')) AS is_contradiction
    FROM windows AS w
    LEFT JOIN cued AS c USING (message_id, char_start, char_end)
),

of_contexts AS (
    SELECT
        f.message_id, f.char_start, f.char_end, w.work_context_id AS source_node_id,
        'linked_to_context' AS relation_type,
        0.0 AS modifier,
        FALSE AS is_contradiction
    FROM found AS f
    JOIN work_contexts AS w USING (conversation_id)
    WHERE f.role = 'user' AND f.known_node_id <> w.work_context_id
),

of_claims AS (
    SELECT
        f.message_id, f.char_start, f.char_end, 'entity:' || a.subject_entity_id AS source_node_id,
        coalesce(r.relation_type, 'domain_' || p.canonical_label) AS relation_type,
        a.polarity = 'negative' AS is_contradiction
    FROM found AS f
    JOIN kg.assertions AS a ON a.message_id = f.message_id AND 'entity:' || a.object_entity_id = f.known_node_id
    JOIN kg.predicates AS p USING (predicate_id)
    LEFT JOIN predicate_relations AS r ON r.predicate = p.canonical_label
    WHERE f.role = 'user' AND f.char_start >= a.char_start AND f.char_end <= a.char_end AND a.modality <> 'question'
)

SELECT * FROM of_threads
UNION ALL
SELECT * FROM of_contexts
UNION ALL
-- Several claims of a kind between two nodes in a message count once.
SELECT message_id, char_start, char_end, source_node_id, relation_type, 0.0, bool_and(is_contradiction)
FROM of_claims
GROUP BY ALL
