-- One row per resolved entity, with what a search shows of it when it goes one hop further: from a message through this entity
-- to other claims and events. `aliases` lists the names of the entity, the most frequent first.
SELECT
    e.entity_id,
    e.canonical_name AS name,
    e.entity_type AS type,
    e.role,
    e.organization,
    list(n.alias ORDER BY n.mention_count DESC, n.alias) FILTER (n.alias IS NOT NULL) AS aliases,
    e.mention_count,
    e.is_self
FROM memory.entity e
LEFT JOIN memory.entity_alias n USING (entity_id)
GROUP BY ALL
ORDER BY e.entity_id
