-- One row per claim of the person about themselves that gate.sql lets become a node: a goal, an obligation, a preference or a
-- constraint (diet, health). Several claims can belong to one node. Reads the rows of gate.sql.
SELECT
    a.assertion_id,
    a.message_id,
    a.char_start,
    a.char_end,
    g.node_id,
    sha256(a.fact_key)[:32] AS source_id,
    g.node_kind,
    g.subtype,
    coalesce(o.canonical_name, json_extract_string(a.object_value, '$'), a.object_value, '') AS name,
    g.predicate,
    a.polarity,
    a.asserted_at_utc,
    g.until_utc,
    g.from_utc,
    t.status,
    a.object_entity_id
FROM gate AS g
JOIN kg.assertions AS a USING (assertion_id)
JOIN kg.assertion_temporalized AS t USING (assertion_id)
LEFT JOIN kg.entities AS o ON o.entity_id = a.object_entity_id
WHERE g.decision <> 'rejected'
