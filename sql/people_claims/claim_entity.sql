-- One row per claim, with the resolved entities of its subject and its object (`memory.claim_entity`); NULL if there is none.
--
-- Subject or object may be a name of several people (`memory.parted_mention`). Then the first of these that there is decides
-- who is meant:
-- - the one named nearest to the claim in its message;
-- - of those named elsewhere in its conversation, the one named most often;
-- - of all of them, the one named most often.
WITH ends AS (
    SELECT assertion_id, message_id, coalesce(char_start, 0) AS char_start, 'subject' AS part, subject_entity_id AS source_id
    FROM kg.assertions
    UNION ALL
    SELECT assertion_id, message_id, coalesce(char_start, 0), 'object', object_entity_id
    FROM kg.assertions
    WHERE object_entity_id IS NOT NULL
),
-- Every mention of a name that means several people, and how often each of these people is named in the whole build.
placed AS (
    SELECT p.source_id, p.bearer_id, b.message_id, m.conversation_id, b.start_char AS char_start, b.mention_id
    FROM memory.parted_mention AS p
    JOIN memory.entity_mention AS b USING (mention_id)
    JOIN kg.messages AS m USING (message_id)
),
often AS (
    SELECT source_id, bearer_id, count(*) AS times FROM placed GROUP BY source_id, bearer_id
),
ranked AS (
    SELECT
        e.assertion_id,
        e.part,
        p.bearer_id,
        row_number() OVER (
            PARTITION BY e.assertion_id, e.part
            ORDER BY
                (p.message_id = e.message_id) DESC,
                (p.conversation_id = m.conversation_id) DESC,
                CASE WHEN p.message_id = e.message_id THEN abs(coalesce(p.char_start, 0) - e.char_start) END NULLS LAST,
                o.times DESC,
                p.mention_id
        ) AS place
    FROM ends AS e
    JOIN kg.messages AS m USING (message_id)
    JOIN placed AS p USING (source_id)
    JOIN often AS o USING (source_id, bearer_id)
),
resolved AS (
    SELECT e.assertion_id, e.part, k.entity_id
    FROM ends AS e
    LEFT JOIN ranked AS r ON r.assertion_id = e.assertion_id AND r.part = e.part AND r.place = 1
    JOIN memory.name_bearer AS k ON k.bearer_id = coalesce(r.bearer_id, e.source_id)
)
SELECT
    a.assertion_id,
    s.entity_id AS subject_id,
    o.entity_id AS object_id
FROM kg.assertions AS a
LEFT JOIN resolved AS s ON s.assertion_id = a.assertion_id AND s.part = 'subject'
LEFT JOIN resolved AS o ON o.assertion_id = a.assertion_id AND o.part = 'object'
ORDER BY a.assertion_id
