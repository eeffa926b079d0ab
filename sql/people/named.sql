-- One row per name that is compared with other names to find out which of them mean one person or thing. The rows are the
-- active entities of `kg.entities` of the types listed below, and the names of `names`, which have no entity. An entity is
-- left out if an initial follows it at every mention ("Jonas" in "Jonas A."): the longer name is compared instead. The caller
-- gives `base` (the rows of base.sql) and `names` (an id for each name that has no entity).
WITH spelled_further AS (
    SELECT DISTINCT r.entity_id
    FROM memory.entity_mention__read AS r
    JOIN memory.mention_clue AS c ON c.mention_id = r.mentioned_id AND c.kind = 'spelled'
    ANTI JOIN base AS b ON b.entity_id = r.entity_id
    WHERE r.entity_id IS NOT NULL
)
SELECT
    entity_id,
    entity_type,
    entity_key,
    canonical_name,
    aliases_json,
    mention_count,
    first_seen_at_utc
FROM kg.entities
ANTI JOIN spelled_further USING (entity_id)
WHERE status = 'active'
    AND entity_type IN ('PERSON', 'ORG', 'LOCATION', 'CUSTOM_TERM', 'OTHER', 'EMAIL', 'HANDLE')
UNION ALL
SELECT
    n.source_id,
    CASE n.kind WHEN 'person' THEN 'PERSON' WHEN 'org' THEN 'ORG' WHEN 'place' THEN 'LOCATION' ELSE 'OTHER' END,
    n.normal,
    max(b.surface_form),
    '[]',
    count(*),
    min(b.created_at_utc)
FROM names AS n
JOIN base AS b ON b.entity_id IS NULL AND b.kind = n.kind AND b.normal = n.normal
GROUP BY n.source_id, n.kind, n.normal
ORDER BY 1
