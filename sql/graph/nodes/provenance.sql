-- One row per node that shows where the graph comes from (§6.4.2): a message without its text, a retraction, a conflict, a
-- lexicon term or a time mention. Retractions and conflicts always become nodes, the others only if the settings ask for them.
SELECT
    'Message' AS node_type,
    m.message_id AS source_id,
    concat_ws(' ', m.role, m.created_at_utc[:16]) AS label,
    to_json({
        'attachment_count': m.attachment_count,
        'author_name': m.author_name,
        'channel': m.channel,
        'content_type': m.content_type,
        'conversation_id': m.conversation_id,
        'created_at_utc': m.created_at_utc,
        'export_content_type': m.export_content_type,
        'export_message_id': m.export_message_id,
        'is_hidden': m.is_hidden,
        'is_in_newest_source': m.is_in_newest_source,
        'is_on_active_path': m.is_on_active_path,
        'is_prose': m.is_prose,
        'message_id': m.message_id,
        'model_slug': m.model_slug,
        'order_index': m.order_index,
        'parent_id': m.parent_id,
        'recipient': m.recipient,
        'role': m.role,
        'schema_version': $schema_version,
        'source_kind': m.source_kind,
        'timestamp_quality': m.timestamp_quality,
        'tree_path': m.tree_path
    })::VARCHAR AS metadata_json
FROM kg.messages AS m
WHERE $include_message_nodes
UNION ALL
SELECT
    'Retraction',
    r.retraction_id,
    concat_ws(' ', r.retraction_type, r.surface_text),
    to_json({
        'char_end': r.char_end,
        'char_start': r.char_start,
        'confidence': regexp_replace(to_json(r.confidence)::VARCHAR, '[.]0$', '')::JSON,
        'denied_by_assertion_id': r.denied_by_assertion_id,
        'is_described': r.is_described,
        'qualifier_end': r.qualifier_end,
        'qualifier_start': r.qualifier_start,
        'replacement_assertion_id': r.replacement_assertion_id,
        'retraction_id': r.retraction_id,
        'retraction_message_id': r.retraction_message_id,
        'retraction_type': r.retraction_type,
        'schema_version': $schema_version,
        'surface_text': r.surface_text,
        'target_assertion_id': r.target_assertion_id,
        'target_fact_key': r.target_fact_key
    })::VARCHAR
FROM kg.retractions AS r
UNION ALL
SELECT
    'ConflictGroup',
    g.conflict_group_id,
    g.conflict_type,
    to_json({
        'conflict_group_id': g.conflict_group_id,
        'conflict_key': g.conflict_key,
        'conflict_type': g.conflict_type,
        'detected_at_utc': g.detected_at_utc,
        'schema_version': $schema_version
    })::VARCHAR
FROM kg.conflict_groups AS g
UNION ALL
SELECT
    'LexiconTerm',
    l.term_id,
    l.canonical_surface,
    to_json({
        'aliases_json': l.aliases_json,
        'build_id': l.build_id,
        'candidate_id': l.candidate_id,
        'canonical_surface': l.canonical_surface,
        'entity_type_hint': l.entity_type_hint,
        'schema_version': $schema_version,
        'score': regexp_replace(to_json(l.score)::VARCHAR, '[.]0$', '')::JSON,
        'term_id': l.term_id,
        'term_key': l.term_key
    })::VARCHAR
FROM kg.lexicon_terms AS l
WHERE $include_lexicon_nodes
UNION ALL
SELECT
    'TimeMention',
    t.time_mention_id,
    t.surface_text,
    to_json({
        'anchor_time_utc': t.anchor_time_utc,
        'confidence': regexp_replace(to_json(t.confidence)::VARCHAR, '[.]0$', '')::JSON,
        'message_id': t.message_id,
        'pattern_id': t.pattern_id,
        'resolution_granularity': t.resolution_granularity,
        'resolved_type': t.resolved_type,
        'schema_version': $schema_version,
        'surface_text': t.surface_text,
        'time_mention_id': t.time_mention_id,
        'timezone_assumed': t.timezone_assumed,
        'valid_from_utc': t.valid_from_utc,
        'valid_to_utc': t.valid_to_utc
    })::VARCHAR
FROM kg.time_mentions AS t
-- All time mentions, or only those that a QUALIFIED_BY_TIME edge needs.
WHERE $include_time_mention_nodes
    OR (
        $include_time_qualifier_edges
        AND t.time_mention_id IN (SELECT temporal_qualifier_id FROM kg.assertions WHERE temporal_qualifier_id IS NOT NULL)
    )
