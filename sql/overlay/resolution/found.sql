-- One row per place of a mention (§42A.2.6). These places are the mentions of `kg.entity_mentions` whose entity has a node,
-- and the spans of `overlay.mention_spans`. Only prose of the person and of assistants up to `as_of` counts. In each message
-- only the first `max_input_text_chars` characters count, and there at most `max_mentions_per_observation` mentions. Reads the
-- rows of shared/normal.sql and called.sql.
WITH known AS (
    SELECT
        e.message_id, e.char_start, e.char_end, e.surface_text, 'entity:' || e.entity_id AS known_node_id, n.canonical_name,
        CASE
            WHEN lower(e.surface_text) = lower(n.canonical_name) THEN 'canonical_alias'
            ELSE 'shorthand_alias'
        END AS span_class
    FROM kg.entity_mentions AS e
    JOIN overlay.nodes AS n ON n.source_id = e.entity_id AND n.source_kind = 'entity'
    WHERE e.char_start IS NOT NULL AND $alias_matching_enabled
),

merged AS (
    SELECT
        coalesce(k.message_id, s.message_id) AS message_id,
        coalesce(k.char_start, s.char_start) AS char_start,
        coalesce(k.char_end, s.char_end) AS char_end,
        coalesce(k.surface_text, s.surface_text) AS surface_text,
        k.known_node_id,
        -- If a place is both a span and a known name, the class of the span counts, unless it is 'canonical_alias'.
        CASE
            WHEN s.span_class IS NOT NULL AND s.span_class <> 'canonical_alias' THEN s.span_class
            ELSE coalesce(k.span_class, s.span_class)
        END AS span_class
    FROM known AS k
    FULL JOIN overlay.mention_spans AS s USING (message_id, char_start, char_end)
),

placed AS (
    SELECT
        b.* REPLACE (CASE WHEN c.is_short THEN c.node_id ELSE coalesce(b.known_node_id, c.node_id) END AS known_node_id),
        m.conversation_id,
        m.role,
        m.source_kind AS surface,
        coalesce(m.created_at_utc, $horizon) AS occurred_at,
        n.normalized AS normalized_mention,
        row_number() OVER (PARTITION BY b.message_id ORDER BY b.char_start, b.char_end DESC) AS place
    FROM merged AS b
    JOIN kg.messages AS m USING (message_id)
    JOIN normal AS n ON n.words = b.surface_text
    LEFT JOIN called AS c ON c.normalized_alias = n.normalized
    WHERE
        $enabled AND m.role IN ('user', 'assistant') AND m.is_prose AND b.char_end <= $max_input_text_chars
        AND coalesce(m.created_at_utc, $horizon) <= $as_of
)

SELECT *
FROM placed
WHERE normalized_mention <> '' AND place <= $max_mentions_per_observation
