-- One row per member of a profile and window, with the category of the member in this window (phase T3 of the profiles,
-- §6.6.5). Each member also has one row for all its assertions together (window_id '*'). Three tiers are tried in order, and
-- the first that finds a category decides:
--
-- Tier 1: rules vote by the assertions of the member (votes.sql), and the category with the greatest weight wins. The
-- assertions of the window are asked first, then all assertions.
--
-- Tier 2: the settings give each category some predicates as examples (seeds). Another predicate gets the category of the seed
-- that is nearest to it by embedding (`nearest`). Of the categories of the predicates in the member's assertions, the one with
-- the greatest sum of likeness wins. Again the assertions of the window are asked first, then all assertions.
--
-- Tier 3: the category for which a model voted.
--
-- A member that no tier decides is 'unclassified' (tier 0). Reads the rows of evidence.sql, eligible.sql and votes.sql. The
-- caller gives `known_categories` (the categories in the order of the settings), `nearest` (for each predicate the category
-- that is nearest by embedding, for tier 2) and `voted` (for each member the category that a model voted, for tier 3).
WITH scoped AS (
    SELECT window_id, entity_id, member_node_type, member_source_id, assertion_id, predicate_id
    FROM evidence
    WHERE member_source_id IS NOT NULL
    UNION ALL
    SELECT '*', entity_id, member_node_type, member_source_id, assertion_id, predicate_id
    FROM eligible
    WHERE member_source_id IS NOT NULL
),
totals AS (
    SELECT
        s.window_id,
        s.entity_id,
        s.member_node_type,
        s.member_source_id,
        v.category,
        sum(v.weight::DECIMAL(38, 12)) AS total
    FROM scoped AS s
    JOIN votes AS v USING (entity_id, assertion_id)
    GROUP BY ALL
),
-- The category with the greatest weight of votes; of equal ones the first of the configuration.
ruled AS (
    SELECT
        t.*,
        t.total::DOUBLE / (sum(t.total) OVER (PARTITION BY window_id, entity_id, member_node_type, member_source_id))::DOUBLE
            AS share
    FROM totals AS t
    JOIN known_categories AS c ON c.category_key = t.category
    QUALIFY
        row_number() OVER (
            PARTITION BY window_id, entity_id, member_node_type, member_source_id ORDER BY t.total DESC, c.place
        ) = 1
),
neighbours AS (
    SELECT
        s.window_id,
        s.entity_id,
        s.member_node_type,
        s.member_source_id,
        n.category,
        sum(n.similarity::DECIMAL(38, 12)) AS total,
        count(*) AS assertions
    FROM scoped AS s
    JOIN nearest AS n USING (predicate_id)
    GROUP BY ALL
),
near AS (
    SELECT n.*, n.total::DOUBLE / n.assertions AS similarity
    FROM neighbours AS n
    JOIN known_categories AS c ON c.category_key = n.category
    QUALIFY
        row_number() OVER (
            PARTITION BY window_id, entity_id, member_node_type, member_source_id ORDER BY n.total DESC, c.place
        ) = 1
),
members AS (
    SELECT DISTINCT window_id, entity_id, member_node_type, member_source_id FROM scoped
),
weighed AS (
    SELECT
        m.*,
        CASE WHEN m.window_id <> '*' THEN w.category END AS window_category,
        w.share AS window_share,
        o.category AS other_category,
        o.share * $other_windows_factor AS other_share,
        coalesce(n.category, a.category) AS near_category,
        coalesce(n.similarity, a.similarity) AS near_similarity,
        v.category AS voted_category,
        v.confidence AS voted_confidence
    FROM members AS m
    LEFT JOIN ruled AS w USING (window_id, entity_id, member_node_type, member_source_id)
    LEFT JOIN ruled AS o
        ON o.window_id = '*'
        AND (o.entity_id, o.member_node_type, o.member_source_id)
        = (m.entity_id, m.member_node_type, m.member_source_id)
    LEFT JOIN near AS n USING (window_id, entity_id, member_node_type, member_source_id)
    LEFT JOIN near AS a
        ON a.window_id = '*'
        AND (a.entity_id, a.member_node_type, a.member_source_id)
        = (m.entity_id, m.member_node_type, m.member_source_id)
    LEFT JOIN voted AS v USING (entity_id, member_node_type, member_source_id)
)
SELECT
    window_id,
    entity_id,
    member_node_type,
    member_source_id,
    coalesce(window_category, other_category, near_category, voted_category, 'unclassified') AS category_key,
    CASE
        WHEN window_category IS NOT NULL OR other_category IS NOT NULL THEN 1
        WHEN near_category IS NOT NULL THEN 2
        WHEN voted_category IS NOT NULL THEN 3
        ELSE 0
    END AS classification_tier,
    round(
        CASE
            WHEN window_category IS NOT NULL THEN window_share
            WHEN other_category IS NOT NULL THEN other_share
            WHEN near_category IS NOT NULL THEN near_similarity
            WHEN voted_category IS NOT NULL THEN voted_confidence
            ELSE 0.0
        END,
        12
    ) AS classification_confidence,
    CASE
        WHEN window_category IS NOT NULL THEN 'window'
        WHEN other_category IS NOT NULL THEN 'other_windows'
        WHEN near_category IS NOT NULL THEN 'predicate_cluster'
        WHEN voted_category IS NOT NULL THEN 'model'
        ELSE 'none'
    END AS classified_by
FROM weighed
ORDER BY window_id, entity_id, member_node_type, member_source_id
