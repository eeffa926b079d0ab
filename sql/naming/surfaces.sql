-- One row per entity and surface (§3.4.2, §3.4.3). A surface is one way in which mentions of the entity are written. A row has
-- the score of the surface, its best detector tier, its number of mentions and its first occurrence. The mentions of a merged
-- entity count for the entity into which it was merged.
WITH said AS (
    SELECT
        message_id,
        -- What tools and systems write weighs as much as an assistant's unconfirmed word (§3.4.3: other roles 0.5).
        CASE WHEN role = 'user' THEN $trust_weight_user ELSE $trust_weight_assistant_uncorroborated END AS role_weight,
        row_number() OVER (ORDER BY created_at_utc NULLS LAST, conversation_id, order_index, message_id) AS place
    FROM kg.messages
),
mentions AS (
    SELECT
        entity_id,
        message_id,
        mention_id,
        nfc_normalize(surface_text) AS surface_text,
        confidence,
        -- A mention that came by a merge counts, but does not name the entity while the entity has mentions of its own.
        entity_type_hint = e.entity_type AND m.entity_key = e.entity_key AS is_own,
        CASE
            WHEN detector IN ('EMAIL', 'URL', 'DOI', 'UUID', 'IP_ADDRESS', 'PHONE') THEN 1
            WHEN detector IN (
                'GIT_SHA', 'HASH_HEX', 'FILEPATH', 'BARE_DOMAIN', 'ARXIV', 'CVE', 'ORCID', 'HANDLE', 'HASHTAG'
            ) THEN 2
            WHEN starts_with(detector, 'LEXICON:') THEN 3
            ELSE 4 -- NER:*, and whatever is unknown
        END AS tier
    FROM kg.entity_mentions AS m
    JOIN kg.entities__consolidated AS e USING (entity_id)
    WHERE surface_text IS NOT NULL
),
weighed AS (
    SELECT
        m.entity_id,
        m.surface_text,
        m.mention_id,
        m.tier,
        m.is_own,
        s.place,
        s.role_weight
        * CASE m.tier
            WHEN 1 THEN $weight_structured
            WHEN 2 THEN $weight_pattern
            WHEN 3 THEN $weight_lexicon
            ELSE $weight_recogniser
        END
        * ($least_confidence_weight + (1 - $least_confidence_weight) * m.confidence) AS mention_weight
    FROM mentions AS m
    JOIN said AS s USING (message_id)
)
SELECT
    entity_id,
    surface_text,
    sum(mention_weight::DECIMAL(38, 12))::DOUBLE AS mention_score,
    bool_or(is_own) AS is_own,
    min(tier) AS best_detector_tier,
    count(*) AS unweighted_count,
    min({'place': place, 'mention_id': mention_id}) AS first_occurrence
FROM weighed
GROUP BY entity_id, surface_text
ORDER BY entity_id, surface_text
