-- One row per core node (§6.4.2): an active entity, a predicate, an assertion, a literal or a time interval. The payload of a
-- node (`metadata_json`) has the schema version. If the node is a row of a table, the payload also has the columns of this row
-- except raw_*. The payload of an assertion has columns of `kg.assertion_temporalized`, too (§6.4.3, design §9). The keys of a
-- payload are in canonical order, and numbers are written as RFC 8785 does: 1 where DuckDB writes 1.0.
WITH literals AS (
    SELECT DISTINCT object_value_type, object_value FROM kg.assertions WHERE object_value IS NOT NULL
),
intervals AS (
    SELECT DISTINCT valid_from_utc, valid_to_utc, FALSE AS is_hint_only
    FROM kg.assertion_temporalized
    WHERE valid_from_utc IS NOT NULL
    UNION
    SELECT DISTINCT NULL, valid_until_hint_utc, TRUE
    FROM kg.assertion_temporalized
    WHERE valid_until_hint_utc IS NOT NULL
)
SELECT
    'Entity' AS node_type,
    e.entity_id AS source_id,
    e.canonical_name AS label,
    to_json({
        'aliases_json': e.aliases_json,
        'canonical_name': e.canonical_name,
        'conversation_count': e.conversation_count,
        'entity_id': e.entity_id,
        'entity_key': e.entity_key,
        'entity_type': e.entity_type,
        'first_seen_at_utc': e.first_seen_at_utc,
        'last_seen_at_utc': e.last_seen_at_utc,
        'mention_count': e.mention_count,
        'merged_into': e.merged_into,
        'salience_score': regexp_replace(to_json(e.salience_score)::VARCHAR, '[.]0$', '')::JSON,
        'schema_version': $schema_version,
        'status': e.status
    })::VARCHAR AS metadata_json
FROM kg.entities AS e
WHERE e.status = 'active'
UNION ALL
SELECT
    'Predicate',
    p.predicate_id,
    p.canonical_label,
    to_json({
        'arity': p.arity,
        'assertion_count': p.assertion_count,
        'canonical_label': p.canonical_label,
        'canonical_label_norm': p.canonical_label_norm,
        'category': p.category,
        'first_seen_at_utc': p.first_seen_at_utc,
        'inverse_label': p.inverse_label,
        'predicate_id': p.predicate_id,
        'schema_version': $schema_version,
        'usual_modality': p.usual_modality,
        'value_type_constraint': p.value_type_constraint
    })::VARCHAR
FROM kg.predicates AS p
UNION ALL
SELECT
    'Assertion',
    a.assertion_id,
    concat_ws(
        ' ',
        s.canonical_name,
        CASE WHEN a.polarity = 'negative' THEN 'not' END,
        p.canonical_label,
        coalesce(
            o.canonical_name,
            CASE WHEN a.object_value_type IN ('string', 'date') THEN a.object_value ->> '$' ELSE a.object_value END
        )
    ),
    to_json({
        'asserted_at_utc': a.asserted_at_utc,
        'asserted_role': a.asserted_role,
        'assertion_id': a.assertion_id,
        'assertion_key': a.assertion_key,
        'char_end': a.char_end,
        'char_start': a.char_start,
        'confidence_extraction': regexp_replace(to_json(a.confidence_extraction)::VARCHAR, '[.]0$', '')::JSON,
        'confidence_final': regexp_replace(to_json(a.confidence_final)::VARCHAR, '[.]0$', '')::JSON,
        'confidence_grounding': regexp_replace(to_json(a.confidence_grounding)::VARCHAR, '[.]0$', '')::JSON,
        'extraction_method': a.extraction_method,
        'extraction_model': a.extraction_model,
        'fact_key': a.fact_key,
        'given_from_precision': a.given_from_precision,
        'given_from_utc': a.given_from_utc,
        'given_until_precision': a.given_until_precision,
        'given_until_utc': a.given_until_utc,
        'has_explicit_valid_time': t.has_explicit_valid_time,
        'has_user_corroboration': a.has_user_corroboration,
        'is_passing': a.is_passing,
        'message_id': a.message_id,
        'modality': a.modality,
        'negated_by_assertion_id': t.negated_by_assertion_id,
        'object_detection_tier': a.object_detection_tier,
        'object_entity_id': a.object_entity_id,
        'object_signature': a.object_signature,
        'object_value': a.object_value,
        'object_value_type': a.object_value_type,
        'polarity': a.polarity,
        'predicate_id': a.predicate_id,
        'retracted_by_retraction_id': t.retracted_by_retraction_id,
        'rule_id_applied': t.rule_id_applied,
        'schema_version': $schema_version,
        'status': t.status,
        'subject_detection_tier': a.subject_detection_tier,
        'subject_entity_id': a.subject_entity_id,
        'superseded_by_assertion_id': a.superseded_by_assertion_id,
        'supersession_type': a.supersession_type,
        'surface_text': a.surface_text,
        'temporal_qualifier_id': a.temporal_qualifier_id,
        'temporal_qualifier_type': a.temporal_qualifier_type,
        'temporal_superseded_by_assertion_id': t.temporal_superseded_by_assertion_id,
        'time_source': t.time_source,
        'valid_from_utc': t.valid_from_utc,
        'valid_time_precision': t.valid_time_precision,
        'valid_time_type': t.valid_time_type,
        'valid_to_utc': t.valid_to_utc,
        'valid_until_hint_utc': t.valid_until_hint_utc
    })::VARCHAR
FROM kg.assertions AS a
LEFT JOIN kg.assertion_temporalized AS t USING (assertion_id)
JOIN kg.entities AS s ON s.entity_id = a.subject_entity_id
JOIN kg.predicates AS p USING (predicate_id)
LEFT JOIN kg.entities AS o ON o.entity_id = a.object_entity_id
UNION ALL
SELECT
    'Value',
    -- §6.2: sha256(JCS([object_value_type, object_value])), the value as its stored text (design §9).
    sha256(json_array(object_value_type, object_value)::VARCHAR),
    CASE
        WHEN object_value_type IN ('string', 'date') THEN object_value ->> '$'
        -- Sums and measures are {"unit": …, "value": …}.
        WHEN object_value_type = 'json'
            THEN coalesce((object_value ->> '$.value') || ' ' || (object_value ->> '$.unit'), object_value)
        ELSE object_value
    END,
    to_json({
        'object_value': object_value,
        'object_value_type': object_value_type,
        'schema_version': $schema_version
    })::VARCHAR
FROM literals
UNION ALL
SELECT
    'TimeInterval',
    -- §6.2: sha256(JCS([valid_from_utc, valid_to_utc])), what is missing as "__NULL__".
    sha256(json_array(coalesce(valid_from_utc, '__NULL__'), coalesce(valid_to_utc, '__NULL__'))::VARCHAR),
    CASE
        WHEN is_hint_only THEN 'until ' || valid_to_utc[:10]
        WHEN valid_to_utc IS NULL THEN 'since ' || valid_from_utc[:10]
        ELSE valid_from_utc[:10] || ' to ' || valid_to_utc[:10]
    END,
    to_json({
        'is_hint_only': is_hint_only,
        'schema_version': $schema_version,
        'valid_from_utc': valid_from_utc,
        'valid_to_utc': valid_to_utc
    })::VARCHAR
FROM intervals
