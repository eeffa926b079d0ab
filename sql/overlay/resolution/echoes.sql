-- One row per echo. An earlier claim related two nodes, and now both are named close together again: somebody once said that
-- Carol lives in Whitby, and now says "Carol's roof in Whitby leaks". The row has the mention of the one (Whitby), the node of
-- the other (Carol), and the relation of that claim. For a relation of the person themselves, "I" or "my" nearby counts as
-- naming them.
--
-- There is no echo in a sentence with quotation marks. There is none after the relation has ended, or was denied and not told
-- again.
--
-- A sentence with an ending word ("fired", "ex") speaks against the relation (`is_contradiction`). After such a sentence there
-- is no echo until the relation is told again. But no word ends brothers and other `lasting_relations`: for them, a sentence
-- with an ending word is just no echo. A sentence with a negative word and no ending word is no echo either. If there are
-- several relations between the two nodes, the one told most often counts.
--
-- Reads the rows of found.sql and told_states.sql. The caller gives `ending_words` (words that say that something is over),
-- `negative_cues` (words that deny), `lasting_relations` (relations that no ending word ends) and `own_words` (words such as
-- "my").
WITH mentioned AS (
    SELECT
        f.message_id, f.char_start, f.char_end, f.known_node_id, f.occurred_at,
        substring(m.text_raw, greatest(f.char_start - $echo_chars, 0)::INTEGER + 1, least(f.char_start, $echo_chars)::INTEGER)
            AS before,
        substring(m.text_raw, f.char_end::INTEGER + 1, $echo_chars) AS behind,
        regexp_extract(before, '[^.!?;\n]*$') || ' ' || regexp_extract(behind, '^[^.!?;\n]*') AS sentence
    FROM found AS f
    JOIN kg.messages AS m USING (message_id)
    WHERE f.role = 'user' AND f.known_node_id IN (SELECT target_node_id FROM told_states)
),

worded AS (
    SELECT
        *,
        ' ' || regexp_replace(replace(lower(before || ' ' || behind), chr(8217), ''''), '[^a-z'']+', ' ', 'g') || ' ' AS words,
        ' ' || regexp_replace(replace(lower(sentence), chr(8217), ''''), '[^a-z'']+', ' ', 'g') || ' ' AS sentence_words,
        EXISTS (SELECT 1 FROM ending_words AS e WHERE contains(sentence_words, ' ' || e.word || ' ')) AS is_ending,
        EXISTS (SELECT 1 FROM negative_cues AS c WHERE contains(sentence_words, ' ' || c.word || ' ')) AS is_negative
    FROM mentioned
    WHERE NOT regexp_matches(sentence, '["“”]')
),

told AS (
    SELECT
        w.*,
        s.source_node_id, s.relation_type, s.times, s.last_told,
        n.canonical_name = 'SELF' AS is_own,
        w.is_ending AND s.relation_type NOT IN (SELECT relation_type FROM lasting_relations) AS ends_it
    FROM worded AS w
    JOIN told_states AS s
        ON s.target_node_id = w.known_node_id AND w.occurred_at >= s.first_told
        AND (s.last_denied IS NULL OR w.occurred_at < s.last_denied OR s.last_told > s.last_denied)
        AND (s.held_until IS NULL OR w.occurred_at < s.held_until)
    JOIN overlay.nodes AS n ON n.node_id = s.source_node_id
),

together AS (
    SELECT *
    FROM told AS t
    WHERE is_own AND EXISTS (SELECT 1 FROM own_words AS w WHERE contains(t.words, ' ' || w.word || ' '))
    UNION
    SELECT t.*
    FROM told AS t
    JOIN found AS o ON o.message_id = t.message_id AND o.known_node_id = t.source_node_id
    WHERE o.char_end > t.char_start - $echo_chars AND o.char_start < t.char_end + $echo_chars
),

ended AS (
    SELECT
        *,
        min(occurred_at) FILTER (ends_it) OVER (PARTITION BY source_node_id, known_node_id, relation_type) AS ended_at
    FROM together
)

SELECT
    message_id, char_start, char_end, source_node_id,
    arg_min(relation_type, {'times': -times, 'name': relation_type}) AS relation_type,
    arg_min(ends_it, {'times': -times, 'name': relation_type}) AS is_contradiction
FROM ended
WHERE ends_it OR (NOT is_negative AND NOT is_ending AND (ended_at IS NULL OR occurred_at < ended_at OR last_told > ended_at))
GROUP BY ALL
