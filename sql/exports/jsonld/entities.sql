-- Every entity that was not merged into another; claims refer to no others.
SELECT entity_id, canonical_name, aliases_json, entity_type, mention_count, salience_score
FROM entities
WHERE status = 'active'
ORDER BY entity_id
