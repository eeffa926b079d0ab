-- `overlay.provenance_entries` (§33): one row per entry of the evidence of a node; `place` 1 is the newest. The tier of the
-- node decides how much is kept. A: everything. B: the newest `latest_provenance` entries, and one entry that sums up the
-- rest. C: only the newest entry. Reads the rows of evidence.sql, nodes.sql and spoken.sql. The caller gives `weights` (the
-- weight of each `entry_type`).
WITH newest AS (
    SELECT
        e.*,
        n.tier,
        row_number() OVER (PARTITION BY e.node_id ORDER BY e.place_from_first DESC) AS place,
        CASE n.tier WHEN 'A' THEN NULL WHEN 'B' THEN $latest_provenance ELSE 1 END AS kept
    FROM evidence AS e
    JOIN nodes AS n USING (node_id)
),

entries AS (
    SELECT
        node_id, place, entry_type, message_id, char_start, char_end, direction, assertion_type, role, source_kind,
        said_at AS created_at,
        source_kind || ':' || conversation_id || '#turn' || order_index AS source_ref,
        NULL::BIGINT AS summarized_count,
        NULL AS summary_from
    FROM newest
    WHERE kept IS NULL OR place <= kept
    UNION ALL
    SELECT
        node_id, kept + 1, 'summary', NULL, NULL, NULL, 'bears', 'factual_claim', 'user', NULL, max(said_at), NULL, count(*),
        min(said_at)
    FROM newest
    WHERE tier = 'B' AND place > kept
    GROUP BY node_id, kept
),

-- A mention is quoted with the sentence that it stands in.
quoted AS (
    SELECT e.node_id, e.place, max({'char_start': s.char_start, 'char_end': s.char_end}) AS sentence
    FROM entries AS e
    JOIN kg.sentences AS s ON s.message_id = e.message_id
    WHERE s.char_start <= e.char_start AND s.char_end >= e.char_end
    GROUP BY ALL
),

placed AS (
    SELECT
        e.* REPLACE (
            coalesce(q.sentence.char_start, e.char_start) AS char_start, coalesce(q.sentence.char_end, e.char_end) AS char_end
        )
    FROM entries AS e
    LEFT JOIN quoted AS q ON q.node_id = e.node_id AND q.place = e.place
)

SELECT
    sha256(concat_ws('|', e.node_id, e.place, coalesce(e.message_id, ''))) AS entry_id,
    e.node_id,
    e.place,
    e.entry_type,
    CASE
        WHEN e.entry_type = 'summary' THEN e.summarized_count || ' earlier entries'
        WHEN e.role = 'assistant' THEN 'said by an assistant'
        WHEN e.source_kind = 'note' THEN 'written in a note'
        ELSE 'said by the person'
    END AS source_description,
    e.source_ref,
    e.message_id,
    e.char_start,
    e.char_end,
    substring(m.text_raw, e.char_start::INTEGER + 1, least(e.char_end - e.char_start, $max_excerpt_chars)::INTEGER)
        AS verbatim_excerpt,
    sha256(verbatim_excerpt) AS excerpt_hash,
    CASE WHEN e.role = 'assistant' THEN 'informational' ELSE 'personal' END AS authority_type,
    CASE e.direction WHEN 'opposes' THEN 'outdated' ELSE 'yes' END AS still_current,
    CASE WHEN e.role = 'assistant' THEN 'system' ELSE 'self' END AS authorial_voice,
    e.assertion_type,
    coalesce(w.weight, 0.0) * CASE e.direction WHEN 'opposes' THEN -1 ELSE 1 END AS confidence_contribution,
    e.created_at,
    e.summarized_count,
    e.summary_from
FROM placed AS e
LEFT JOIN spoken AS m ON m.message_id = e.message_id
LEFT JOIN weights AS w ON w.entry_type = e.entry_type
