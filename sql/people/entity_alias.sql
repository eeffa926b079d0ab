-- One row per entity and name of it. `normalized_alias` is the name in the form in which names are compared, `alias` as it is
-- written most often. `mention_count` is 0 for a name that no mention uses. The caller gives `entity_mention` (the rows of
-- entity_mention.sql) and `own_names` (further names of entities).
WITH named AS (
    SELECT entity_id, surface_form AS alias, count(*) AS times
    FROM entity_mention
    GROUP BY entity_id, surface_form
    UNION ALL
    SELECT entity_id, name, 0 FROM own_names
),
folded AS (
    SELECT *, lower(trim(regexp_replace(alias, '\s+', ' ', 'g'))) AS normalized_alias FROM named
)
SELECT
    entity_id,
    normalized_alias,
    alias,
    (sum(times) OVER (PARTITION BY entity_id, normalized_alias))::BIGINT AS mention_count
FROM folded
WHERE normalized_alias <> ''
QUALIFY row_number() OVER (PARTITION BY entity_id, normalized_alias ORDER BY times DESC, alias) = 1
ORDER BY entity_id, normalized_alias
