-- `overlay.entity_creation_candidates` (§42A.2.12): one row per new name to offer to the person as a node, with their decision
-- if there is one. No node has such a name yet. It must occur in enough messages and in enough kinds of sources; a
-- 'formal_reference' needs only one kind. At most `candidate_queue_cap` names wait for a decision: those in the most messages.
--
-- Some names are never offered: phrases of `stop_phrases`, short names, short words in capitals, names in blocked mentions,
-- descriptions ("the client") and references to documents. Reads the rows of observations.sql and resolutions.sql. The caller
-- gives `stop_phrases` (phrases that are never names) and `name_decisions` (what the person decided about new names).
WITH unknown AS (
    SELECT o.*
    FROM observations AS o
    JOIN resolutions AS r USING (mention_id)
    WHERE
        $entity_creation_enabled AND r.resolved_node_id IS NULL AND r.candidate_count = 0 AND r.state <> 'suppressed'
        AND starts_with(o.source_node_id, 'thread:')
        AND o.span_class IN (
            'canonical_alias', 'role_titled_person', 'organization_name', 'formal_reference', 'product_or_model_reference'
        )
        AND length(o.normalized_mention) >= $min_normalized_span_length
        AND o.visibility_class <> 'blocked'
        AND NOT (
            o.mention_text = upper(o.mention_text) AND length(o.mention_text) < $block_all_caps_short_aliases_under
        )
        AND NOT EXISTS (SELECT 1 FROM stop_phrases AS s WHERE s.phrase = o.normalized_mention)
),

spellings AS (
    SELECT normalized_mention, mention_text, count(*) AS uses
    FROM unknown
    GROUP BY ALL
),

grouped AS (
    SELECT
        normalized_mention,
        min_by(span_class, {'at': occurred_at, 'id': mention_id}) AS span_class,
        count(DISTINCT observation_id) AS observation_count,
        count(DISTINCT surface) AS surface_count,
        list_slice(list(DISTINCT observation_id ORDER BY observation_id), 1, 5) AS source_observation_ids,
        max(CASE visibility_class WHEN 'local_only' THEN 2 WHEN 'cloud_warn' THEN 1 ELSE 0 END) AS strictness,
        min(occurred_at) AS created_at
    FROM unknown
    GROUP BY normalized_mention
),

named AS (
    SELECT normalized_mention, max_by(mention_text, {'uses': uses, 'text': mention_text}) AS name
    FROM spellings
    GROUP BY ALL
)

SELECT
    sha256('name|' || g.normalized_mention) AS candidate_id,
    n.name AS suggested_canonical_name,
    g.normalized_mention,
    'world_entity' AS suggested_node_kind,
    g.span_class,
    g.observation_count,
    g.surface_count,
    g.source_observation_ids,
    ['cloud_allowed', 'cloud_warn', 'local_only'][g.strictness + 1] AS visibility_class,
    $new_name_confidence AS confidence,
    CASE d.action
        WHEN 'create_new' THEN 'approved'
        WHEN 'link_existing' THEN 'linked_existing'
        WHEN 'dismiss' THEN 'rejected'
        ELSE 'pending_review'
    END AS status,
    d.existing_node_id AS linked_node_id,
    g.created_at
FROM grouped AS g
JOIN named AS n USING (normalized_mention)
LEFT JOIN name_decisions AS d USING (normalized_mention)
WHERE
    g.observation_count >= $entity_creation_min_unresolved_observations
    AND (g.surface_count >= $entity_creation_min_distinct_surfaces OR g.span_class = 'formal_reference')
-- The names in the most messages come first; those beyond the cap wait.
QUALIFY
    d.action IS NOT NULL
    OR row_number() OVER (PARTITION BY d.action IS NULL ORDER BY g.observation_count DESC, g.normalized_mention)
    <= $candidate_queue_cap
