-- One row per node of the graph, with some of its metadata as columns with types, for file formats that know no nested
-- metadata. `shown_from` and `shown_to` say when a timeline shows the node. A claim that was taken back keeps its times;
-- `status` says that it was taken back. Tables are those of kg.duckdb.
WITH read AS (
    SELECT
        node_id,
        node_type,
        source_id,
        label,
        json_transform(
            metadata_json,
            '{
                "entity_type": "VARCHAR", "aliases_json": "VARCHAR", "category": "VARCHAR", "category_key": "VARCHAR",
                "granularity": "VARCHAR", "status": "VARCHAR", "polarity": "VARCHAR", "modality": "VARCHAR",
                "asserted_role": "VARCHAR", "role": "VARCHAR", "asserted_at_utc": "VARCHAR", "created_at_utc": "VARCHAR",
                "detected_at_utc": "VARCHAR", "surface_text": "VARCHAR", "message_id": "VARCHAR",
                "retraction_message_id": "VARCHAR", "char_start": "BIGINT", "char_end": "BIGINT",
                "valid_from_utc": "VARCHAR", "valid_to_utc": "VARCHAR", "valid_until_hint_utc": "VARCHAR",
                "valid_time_type": "VARCHAR", "valid_time_precision": "VARCHAR", "window_start_utc": "VARCHAR",
                "window_end_utc": "VARCHAR", "is_hint_only": "BOOLEAN", "confidence_final": "DOUBLE",
                "confidence": "DOUBLE", "salience_score": "DOUBLE", "avg_salience": "DOUBLE", "score": "DOUBLE",
                "mention_count": "BIGINT", "conversation_count": "BIGINT", "assertion_count": "BIGINT",
                "first_seen_at_utc": "VARCHAR", "last_seen_at_utc": "VARCHAR", "conversation_id": "VARCHAR",
                "is_on_active_path": "BOOLEAN"
            }'
        ) AS said
    FROM graph_nodes
),
named AS (
    SELECT
        node_id,
        node_type,
        source_id,
        label,
        said.entity_type,
        said.aliases_json AS aliases,
        coalesce(said.category_key, said.category) AS category,
        said.granularity,
        said.status,
        said.polarity,
        said.modality,
        coalesce(said.asserted_role, said.role) AS said_by,
        coalesce(said.asserted_at_utc, said.created_at_utc, said.detected_at_utc) AS said_at,
        said.surface_text AS quote,
        coalesce(said.message_id, said.retraction_message_id) AS message_id,
        said.char_start,
        said.char_end,
        coalesce(said.valid_from_utc, said.window_start_utc) AS valid_from,
        coalesce(said.valid_to_utc, said.window_end_utc) AS valid_to,
        said.valid_until_hint_utc AS valid_until_hint,
        said.valid_time_type,
        said.valid_time_precision,
        coalesce(said.confidence_final, said.confidence) AS confidence,
        coalesce(said.salience_score, said.avg_salience, said.score) AS salience,
        said.mention_count AS mentions,
        said.conversation_count AS conversations,
        said.assertion_count AS assertions,
        said.first_seen_at_utc AS first_seen,
        said.last_seen_at_utc AS last_seen,
        said.conversation_id,
        said.is_on_active_path
    FROM read
),
-- The span in which a node is shown where there is a timeline.
shown AS (
    SELECT
        *,
        coalesce(valid_from, said_at) AS shown_from,
        CASE
            WHEN valid_to IS NOT NULL THEN valid_to
            WHEN node_type <> 'Assertion' THEN NULL
            WHEN valid_from IS NULL THEN valid_until_hint
            -- An instant claim that is no state or preference does not go on after its moment.
            WHEN valid_time_type = 'instant' AND modality NOT IN ('state', 'preference') THEN valid_from
        END AS ends
    FROM named
)
-- A node that ends before shown_from (over before it was said) is shown at shown_from only.
SELECT * EXCLUDE (ends), CASE WHEN ends < shown_from THEN shown_from ELSE ends END AS shown_to
FROM shown
ORDER BY node_type, node_id
