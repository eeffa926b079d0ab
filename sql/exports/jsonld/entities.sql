-- Every entity of its own; claims name no merged ones.
SELECT entity_id, canonical_name, aliases_json, entity_type, mention_count, salience_score
FROM entities
WHERE status = 'active'
ORDER BY entity_id
