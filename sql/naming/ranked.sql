-- One row per entity and surface. A surface is one way in which mentions of the entity are written. The surface of `rank` 1
-- becomes the name (§3.4.4). If the lexicon has the entity as a term, the spelling of the lexicon gets a bonus (§3.4.6). The
-- caller gives `surfaces` (the rows of surfaces.sql).
WITH preferred AS (
    SELECT e.entity_id, t.canonical_surface
    FROM kg.entities__consolidated AS e
    JOIN kg.lexicon_terms AS t ON t.term_key = e.entity_key
    WHERE e.entity_type = 'CUSTOM_TERM'
),
scored AS (
    SELECT
        s.*,
        CASE WHEN s.surface_text = p.canonical_surface THEN $lexicon_canonical_bonus ELSE 0.0 END AS bonus_applied,
        round(s.mention_score + bonus_applied, 12) AS weighted_score
    FROM surfaces AS s
    LEFT JOIN preferred AS p USING (entity_id)
)
SELECT
    *,
    row_number() OVER (
        PARTITION BY entity_id
        ORDER BY
            is_own DESC,              -- after a merge, the entity keeps a name of its own mentions
            weighted_score DESC,      -- primary
            best_detector_tier ASC,   -- tie-break 1: the more reliable detector
            unweighted_count DESC,    -- tie-break 2
            first_occurrence ASC,     -- tie-break 3: the earliest
            surface_text ASC          -- tie-break 4
    ) AS rank,
    row_number() OVER (
        PARTITION BY entity_id
        ORDER BY
            is_own DESC, round(mention_score, 12) DESC, best_detector_tier, unweighted_count DESC, first_occurrence,
            surface_text
    ) AS rank_without_bonus
FROM scored
ORDER BY entity_id, rank
