-- One row per mention, source node (a node to which the mention may be related) and relation (§42A.2.13). `is_contradiction`
-- says that the words speak against the relation. For a mention in the person's words there are five sorts of source nodes:
--
-- (1) The conversation. Cues are words that suggest a relation. The first cue that fits the class of the mention and stands
-- near it gives the relation; without a cue it is `semantically_related`. A word of `negative_cues` before the mention speaks
-- against the relation.
--
-- (2) The project that the conversation is about.
--
-- (3) The subject of a claim whose object is the mention. Questions do not count. A denial of what the person told before does
-- not count either: it says that the relation is over, not that it never was so.
--
-- (4) Another name in the same message, if the words between the two names say a relation: "Carol works for Acme". Some
-- relations also need certain words behind the second name.
--
-- (5) A node to which an earlier claim related the mentioned node (echoes.sql), unless (3) or (4) already relates the two.
--
-- For a mention in an assistant's words there is only (1), and its relation is NULL.
--
-- Reads the rows of found.sql, work_contexts.sql and echoes.sql. The caller gives `cues` (by class of mention, in the order in
-- which they are tried), `negative_cues` (words that deny), `predicate_relations` (the relation type for each predicate),
-- `filler` (a pattern for words that do not matter between two names) and `pair_cues` (the words between and behind two names
-- that say a relation).
WITH windows AS (
    SELECT
        f.*,
        substring(
            m.text_raw, greatest(f.char_start - $cue_chars, 0)::INTEGER + 1, least(f.char_start, $cue_chars)::INTEGER
        ) AS raw_before,
        -- Words between single blanks, so that a cue is found as a whole word.
        ' ' || regexp_replace(lower(raw_before), '[^a-z'']+', ' ', 'g') || ' ' AS before,
        substring(m.text_raw, f.char_end::INTEGER + 1, $cue_chars) AS raw_after,
        ' ' || regexp_replace(lower(raw_after), '[^a-z'']+', ' ', 'g') || ' ' AS after
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
        coalesce(c.cue.modifier, $modifier_without_cue) AS modifier,
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
    WHERE
        f.role = 'user' AND f.char_start >= a.char_start AND f.char_end <= a.char_end AND a.modality <> 'question'
        -- Left out is a denial of what the person told before: it says that the relation is over, not that it was never so.
        AND NOT (a.polarity = 'negative' AND EXISTS (
            SELECT 1
            FROM kg.assertions AS b
            WHERE
                b.subject_entity_id = a.subject_entity_id AND b.predicate_id = a.predicate_id
                AND b.object_entity_id = a.object_entity_id AND b.polarity = 'positive' AND b.asserted_role = 'user'
                AND b.asserted_at_utc < a.asserted_at_utc
        ))
),

-- Pairs of names in a message of the person, the second at most `pair_most_chars` characters after the first, with the
-- text between them and the text behind the second.
near AS (
    SELECT
        a.message_id, a.char_start, a.char_end, a.known_node_id,
        b.char_start AS second_start, b.char_end AS second_end, b.known_node_id AS second_node_id,
        substring(m.text_raw, a.char_end::INTEGER + 1, (b.char_start - a.char_end)::INTEGER) AS raw_between,
        replace(lower(raw_between), chr(8217), '''') AS lower_between,
        replace(lower(substring(m.text_raw, b.char_end::INTEGER + 1, $pair_behind_chars)), chr(8217), '''') AS lower_after
    FROM found AS a
    JOIN found AS b USING (message_id)
    JOIN kg.messages AS m USING (message_id)
    WHERE
        a.role = 'user' AND b.char_start BETWEEN a.char_end AND a.char_end + $pair_most_chars
        AND a.known_node_id <> b.known_node_id
),

worded AS (
    SELECT
        *,
        trim(regexp_replace(
            regexp_replace(
                ' ' || regexp_replace(lower_between, '[^a-z'']+', ' ', 'g') || ' ', (SELECT pattern FROM filler), ' ', 'g'
            ),
            ' is an? [a-z]+( [a-z]+)? (at|for) ', ' is one \2 '
        )) AS between_names,
        ' ' || trim(regexp_replace(lower_after, '[^a-z'']+', ' ', 'g')) || ' ' AS behind
    FROM near
    WHERE NOT regexp_matches(raw_between, '[.!?;:"()\n]')
),

of_pairs AS (
    SELECT
        w.message_id,
        CASE WHEN c.is_reversed THEN w.char_start ELSE w.second_start END AS char_start,
        CASE WHEN c.is_reversed THEN w.char_end ELSE w.second_end END AS char_end,
        CASE WHEN c.is_reversed THEN w.second_node_id ELSE w.known_node_id END AS source_node_id,
        c.relation AS relation_type
    FROM worded AS w
    JOIN pair_cues AS c ON c.between_names = w.between_names
    WHERE c.behind = '' OR starts_with(w.behind, ' ' || c.behind || ' ')
),

said AS (FROM of_claims UNION ALL SELECT *, FALSE FROM of_pairs)

SELECT * FROM of_threads
UNION ALL
SELECT * FROM of_contexts
UNION ALL
-- If both a claim and the words between two names say the same relation of a mention, it counts once.
SELECT message_id, char_start, char_end, source_node_id, relation_type, 0.0, bool_and(is_contradiction)
FROM said
GROUP BY ALL
UNION ALL
-- If neither a claim nor words between names relate a mention to the node, the relation told before counts (echoes.sql).
SELECT message_id, char_start, char_end, source_node_id, relation_type, 0.0, is_contradiction
FROM echoes
ANTI JOIN said USING (message_id, char_start, char_end, source_node_id)
