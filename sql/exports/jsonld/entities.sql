-- One row per entity that was not merged into another; claims refer only to these. Tables are those of kg.duckdb.
SELECT entity_id, canonical_name, aliases_json, entity_type, mention_count, salience_score
FROM entities
WHERE status = 'active'
ORDER BY entity_id
