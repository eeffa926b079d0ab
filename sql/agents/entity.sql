-- One row: the entity with the given id, in the columns that agents are shown. Tables are those of kg.duckdb.
SELECT
    entity_id,
    canonical_name AS name,
    entity_type AS type,
    aliases_json AS aliases,
    mention_count,
    conversation_count,
    first_seen_at_utc,
    last_seen_at_utc,
    salience_score AS salience
FROM entities
WHERE entity_id = ?
