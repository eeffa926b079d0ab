-- `kg.profile_clusters`: one row per kept window and category (§6.6.6). A kept window is one with enough assertions. A
-- category has a row only if it has a member in the window. Only members with a valid_rank count: an assertion about them
-- begins to hold in the window. Reads the rows of members.sql.
WITH tiers AS (
    SELECT window_id, category_key, classification_tier, count(*) AS members
    FROM members
    WHERE valid_rank IS NOT NULL
    GROUP BY ALL
),
distributions AS (
    SELECT
        window_id,
        category_key,
        '{' || string_agg('"' || classification_tier || '":' || members, ',' ORDER BY classification_tier) || '}'
            AS tier_distribution_json
    FROM tiers
    GROUP BY window_id, category_key
),
gathered AS (
    SELECT
        window_id,
        category_key,
        count(*) AS member_count,
        sum(window_salience::DECIMAL(38, 12)) AS salience,
        sum(classification_confidence::DECIMAL(38, 12)) AS confidence
    FROM members
    WHERE valid_rank IS NOT NULL
    GROUP BY window_id, category_key
)
SELECT
    -- §6.2: sha256(JCS([window_source_id, category_key, classification_tier])), the tier "__NULL__" (design §9).
    sha256(json_array(window_id, category_key, '__NULL__')::VARCHAR) AS cluster_id,
    window_id,
    category_key,
    member_count,
    round(salience::DOUBLE / member_count, 12) AS avg_salience,
    round(confidence::DOUBLE / member_count, 12) AS avg_classification_confidence,
    tier_distribution_json,
    round(salience::DOUBLE, 12) AS score,
    -- 'unclassified' ranks last: it is no answer to what mattered, however many members it has.
    row_number() OVER (
        PARTITION BY window_id ORDER BY category_key = 'unclassified', salience DESC, category_key
    ) AS cluster_rank
FROM gathered
JOIN distributions USING (window_id, category_key)
ORDER BY window_id, category_key
