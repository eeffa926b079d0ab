-- One row per name and clue. A clue helps to tell whom the name means: a role, an organization, an address, a relation and
-- others. Some clues were read beside the mentions of the name. Others come from positive claims that say where, or as what,
-- somebody works (works_at, works_as). `mention_id` is the mention beside which the clue stands. It is NULL if the message of
-- such a claim does not name its subject. The caller gives `base` (the rows of base.sql) and `names` (an id for each name that
-- has no entity).
WITH placed AS (
    SELECT b.*, coalesce(b.entity_id, n.source_id) AS source_id
    FROM base AS b
    LEFT JOIN names AS n ON b.entity_id IS NULL AND n.kind = b.kind AND n.normal = b.normal
),
of_claims AS (
    SELECT
        a.subject_entity_id AS source_id,
        a.message_id,
        CASE p.canonical_label WHEN 'works_at' THEN 'organization' ELSE 'role' END AS kind,
        coalesce(o.canonical_name, a.object_value ->> '$') AS words
    FROM kg.assertions AS a
    JOIN kg.predicates AS p USING (predicate_id)
    LEFT JOIN kg.entities AS o ON o.entity_id = a.object_entity_id
    WHERE p.canonical_label IN ('works_at', 'works_as')
        AND a.polarity = 'positive'
        AND a.modality <> 'question'
        AND coalesce(a.supersession_type, '') NOT IN ('retraction', 'correction')
),
read AS (
    UNPIVOT (
        SELECT mentioned_id AS mention_id, role, organization, email, relation AS noun FROM memory.entity_mention__read
    ) ON role, organization, email, noun INTO NAME kind VALUE words
),
beside AS (
    SELECT b.source_id, c.mention_id, c.kind, c.value, c.is_own, c.surface_text AS words
    FROM memory.mention_clue AS c
    JOIN placed AS b USING (mention_id)
    WHERE c.kind <> 'spelled'
    UNION ALL
    SELECT b.source_id, r.mention_id, r.kind, CASE r.kind WHEN 'organization' THEN r.words ELSE lower(r.words) END, FALSE, r.words
    FROM read AS r
    JOIN placed AS b USING (mention_id)
    UNION ALL
    SELECT c.source_id, b.mention_id, c.kind, CASE c.kind WHEN 'role' THEN lower(c.words) ELSE c.words END, FALSE, c.words
    FROM of_claims AS c
    LEFT JOIN placed AS b ON b.message_id = c.message_id AND b.source_id = c.source_id
    WHERE c.words IS NOT NULL
)
SELECT DISTINCT source_id AS entity_id, mention_id, kind, value, is_own, words
FROM beside
ORDER BY entity_id, mention_id NULLS FIRST, kind, value, is_own, words
