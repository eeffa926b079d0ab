-- One row: the person or thing of `memory.entity` with the given id. The row has what all sources together say of this person
-- or thing, and all its names, the most frequent first. Tables are those of kg.duckdb.
SELECT
    e.entity_id,
    e.canonical_name AS name,
    upper(e.entity_type) AS type,
    list(n.alias ORDER BY n.mention_count DESC, n.alias) AS aliases,
    e.mention_count,
    (
        SELECT count(DISTINCT m.conversation_id)
        FROM memory.entity_mention x JOIN messages m USING (message_id)
        WHERE x.entity_id = e.entity_id
    ) AS conversation_count,
    e.first_seen_at_utc,
    e.last_seen_at_utc,
    NULL::DOUBLE AS salience,
    e.role,
    e.organization,
    e.email,
    e.relation,
    e.needs_review
FROM memory.entity e
LEFT JOIN memory.entity_alias n USING (entity_id)
WHERE e.entity_id = ?
GROUP BY ALL
