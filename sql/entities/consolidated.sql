-- `kg.entities__consolidated`: one row per entity, with its names and with the counts and times of its mentions (§2B.7.2). An
-- entity that was not merged into another has a salience, too (§2B.8). The caller gives `identities` (id, type and key of
-- every entity, and into which it was merged) and `names` (the rows of names.sql).
WITH counted AS (
    SELECT
        entity_id,
        count(*) AS mention_count,
        count(*) FILTER (WHERE role = 'user') AS user_mention_count,
        count(DISTINCT conversation_id) AS conversation_count,
        min(created_at_utc) AS first_seen_at_utc,
        max(created_at_utc) AS last_seen_at_utc
    FROM kg.entity_mentions
    JOIN kg.messages USING (message_id)
    GROUP BY entity_id
),
entities AS (
    SELECT
        i.entity_id,
        i.entity_type,
        i.entity_key,
        coalesce(i.reserved_name, n.canonical_name, i.other_name) AS canonical_name,
        coalesce(n.aliases, []) AS aliases,
        CASE WHEN i.merged_into IS NULL THEN 'active' ELSE 'merged' END AS status,
        i.merged_into,
        c.first_seen_at_utc,
        c.last_seen_at_utc,
        coalesce(c.mention_count, 0) AS mention_count,
        coalesce(c.user_mention_count, 0) AS user_mention_count,
        coalesce(c.conversation_count, 0) AS conversation_count
    FROM identities AS i
    LEFT JOIN names AS n USING (entity_id)
    LEFT JOIN counted AS c USING (entity_id)
),
aged AS (
    SELECT
        *,
        CASE WHEN mention_count = 0 THEN 0.0::DOUBLE ELSE user_mention_count / mention_count END AS user_mention_ratio,
        -- An entity that was last seen after the horizon (by a wrong clock) has age 0.
        CASE
            WHEN last_seen_at_utc >= $horizon THEN 0.0::DOUBLE
            ELSE (epoch_ms($horizon::TIMESTAMP) - epoch_ms(last_seen_at_utc::TIMESTAMP)) / 86400000
        END AS age_days
    FROM entities
),
parts AS (
    SELECT
        *,
        coalesce(0.5 ** (age_days / $salience_recency_halflife_days), 0.0) AS recency_factor
    FROM aged
)
SELECT
    entity_id,
    entity_type,
    entity_key,
    canonical_name,
    aliases,
    status,
    merged_into,
    first_seen_at_utc,
    last_seen_at_utc,
    mention_count,
    conversation_count,
    CASE
        WHEN status = 'active' THEN round(
            mention_count * $salience_weight_mentions
            + conversation_count * $salience_weight_conversations
            + user_mention_ratio * $salience_weight_user_ratio
            + recency_factor * $salience_weight_recency,
            12
        )
    END AS salience_score,
    CASE
        WHEN status = 'active' THEN {
            'user_mention_count': user_mention_count,
            'user_mention_ratio': round(user_mention_ratio, 12),
            'age_days': round(age_days, 12),
            'recency_factor': round(recency_factor, 12)
        }
    END AS stats
FROM parts
ORDER BY entity_type, entity_key, entity_id
