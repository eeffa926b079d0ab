-- One row per entity and surface, with what was weighed when the entity's name changed (§3.4.7). A surface is one way in which
-- mentions of the entity are written. Entities whose name did not change have no rows. A row has the scores of the surface,
-- its detectors and its first occurrence, and the lexicon term of the entity. The caller gives `ranked` (the rows of
-- ranked.sql) and `choices` (the rows of choices.sql).
WITH weighed AS (
    SELECT r.*
    FROM ranked AS r
    JOIN choices AS c USING (entity_id)
    WHERE c.is_changed
),
by_detector AS (
    SELECT m.entity_id, nfc_normalize(m.surface_text) AS surface_text, m.detector, count(*) AS mentions
    FROM kg.entity_mentions AS m
    SEMI JOIN weighed AS w ON w.entity_id = m.entity_id
    WHERE m.surface_text IS NOT NULL
    GROUP BY ALL
),
detectors AS (
    SELECT entity_id, surface_text, list({'detector': detector, 'count': mentions} ORDER BY detector) AS detectors
    FROM by_detector
    GROUP BY entity_id, surface_text
),
first_places AS (
    SELECT
        n.mention_id,
        {
            'created_at_utc': m.created_at_utc,
            'conversation_id': m.conversation_id,
            'order_index': m.order_index,
            'message_id': m.message_id,
            'mention_id': n.mention_id
        } AS first_occurrence
    FROM kg.entity_mentions AS n
    JOIN kg.messages AS m USING (message_id)
    WHERE n.mention_id IN (SELECT first_occurrence.mention_id FROM weighed)
),
terms AS (
    SELECT e.entity_id, t.term_id, t.score, t.canonical_surface
    FROM kg.entities__consolidated AS e
    JOIN kg.lexicon_terms AS t ON t.term_key = e.entity_key
    WHERE e.entity_type = 'CUSTOM_TERM'
)
SELECT
    w.entity_id,
    w.rank,
    w.surface_text,
    w.weighted_score,
    w.unweighted_count,
    w.best_detector_tier,
    w.bonus_applied,
    d.detectors,
    f.first_occurrence,
    t.term_id AS lexicon_term_id,
    t.score AS lexicon_score,
    t.canonical_surface AS lexicon_surface
FROM weighed AS w
JOIN detectors AS d USING (entity_id, surface_text)
JOIN first_places AS f ON f.mention_id = w.first_occurrence.mention_id
LEFT JOIN terms AS t ON t.entity_id = w.entity_id
ORDER BY w.entity_id, w.rank
