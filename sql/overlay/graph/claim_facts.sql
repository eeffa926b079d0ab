-- Claims of the person about themselves that are nodes of their own (goals, duties, preferences), one row a claim.
SELECT
    a.assertion_id,
    a.message_id,
    a.char_start,
    a.char_end,
    'claim:' || sha256(a.fact_key)[:32] AS node_id,
    sha256(a.fact_key)[:32] AS source_id,
    k.node_kind,
    k.subtype,
    coalesce(o.canonical_name, json_extract_string(a.object_value, '$'), a.object_value, '') AS name,
    p.canonical_label AS predicate,
    a.polarity,
    a.asserted_at_utc,
    s.until_utc,
    s.from_utc,
    t.status,
    a.object_entity_id
FROM kg.assertions AS a
JOIN kg.predicates AS p USING (predicate_id)
JOIN claim_kinds AS k ON k.predicate = p.canonical_label
JOIN kg.entities AS e ON e.entity_id = a.subject_entity_id AND e.entity_key = '__SELF__'
JOIN kg.assertion_temporalized AS t USING (assertion_id)
JOIN kg.claim_spans AS s USING (assertion_id)
LEFT JOIN kg.entities AS o ON o.entity_id = a.object_entity_id
WHERE a.asserted_role = 'user' AND a.modality <> 'question' AND s.doubt IS DISTINCT FROM 'passing' AND NOT s.is_corrected
