-- One row per entity that has mentions, with its canonical name and its aliases: every way in which its mentions are written
-- (§2B.7.3). The most frequent way becomes the canonical name. A merged entity gets its name from the mentions of its own key.
-- These mentions also count for the entity into which it was merged. The caller gives `identities` (id, type and key of every
-- entity, and into which it was merged).
WITH said AS (
    SELECT
        message_id,
        role = 'user' AS is_user,
        row_number() OVER (ORDER BY created_at_utc NULLS LAST, conversation_id, order_index, message_id) AS place
    FROM kg.messages
),
-- Mentions merged into an entity add aliases, but give the canonical name only where it has no mention of its own.
called AS (
    SELECT
        -- Accents are written in one way (NFC); else one name could appear twice and look the same.
        m.entity_id, m.message_id, m.mention_id, nfc_normalize(m.surface_text) AS surface_text,
        i.entity_type = m.entity_type_hint AND i.entity_key = m.entity_key AS is_own
    FROM kg.entity_mentions AS m
    JOIN identities AS i USING (entity_id)
    WHERE m.surface_text IS NOT NULL
    UNION ALL
    SELECT i.entity_id, m.message_id, m.mention_id, nfc_normalize(m.surface_text), TRUE
    FROM kg.entity_mentions AS m
    JOIN identities AS i ON i.entity_type = m.entity_type_hint AND i.entity_key = m.entity_key
    WHERE m.surface_text IS NOT NULL AND i.merged_into IS NOT NULL
),
surfaces AS (
    SELECT
        entity_id,
        surface_text,
        bool_or(is_own) AS is_own,
        count(*) AS mentions,
        count(*) FILTER (WHERE is_user) AS user_mentions,
        min({'place': place, 'mention_id': mention_id}) AS first_mention
    FROM called
    JOIN said USING (message_id)
    GROUP BY entity_id, surface_text
),
ranked AS (
    SELECT
        entity_id,
        surface_text,
        row_number() OVER (
            PARTITION BY entity_id
            ORDER BY
                is_own DESC,
                mentions DESC,       -- 1. the most frequent surface
                user_mentions DESC,  -- 2. the one that the person uses
                first_mention,       -- 3. the one that came first
                surface_text
        ) AS rank
    FROM surfaces
)
SELECT
    entity_id,
    min(surface_text) FILTER (WHERE rank = 1) AS canonical_name,
    list(surface_text ORDER BY surface_text) AS aliases
FROM ranked
GROUP BY entity_id
ORDER BY entity_id
