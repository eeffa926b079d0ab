-- `overlay.extraction_audit` (§38): one row per message, with how many claims, resolved mentions and promoted edges came from
-- the message. `skip_reason` says why it gave neither a claim nor a resolved mention.
WITH claimed AS (SELECT message_id, count(*) AS items FROM kg.assertions GROUP BY message_id),

kept AS (
    SELECT a.message_id, count(*) AS items
    FROM kg.assertions AS a
    JOIN kg.assertion_temporalized AS t USING (assertion_id)
    WHERE t.status IN ('active', 'superseded', 'conflicted')
    GROUP BY a.message_id
),

meant AS (
    SELECT
        o.observation_id AS message_id,
        count(DISTINCT (o.start_offset, o.end_offset)) AS mentions,
        list(DISTINCT r.resolved_node_id ORDER BY r.resolved_node_id) AS node_ids
    FROM overlay.mention_observations AS o
    JOIN overlay.mention_resolutions AS r USING (mention_id)
    WHERE r.resolved_node_id IS NOT NULL AND NOT starts_with(r.resolved_node_id, 'thread:')
    GROUP BY o.observation_id
),

promoted AS (
    SELECT o.observation_id AS message_id, count(DISTINCT s.evidence_bundle_id) AS edges
    FROM (
        SELECT evidence_bundle_id, unnest(support_mention_ids) AS mention_id FROM overlay.evidence_bundles
    ) AS s
    JOIN overlay.promotion_decisions AS d ON d.evidence_bundle_id = s.evidence_bundle_id AND d.is_promoted
    JOIN overlay.mention_observations AS o USING (mention_id)
    GROUP BY o.observation_id
)

SELECT
    m.message_id,
    m.source_kind AS surface,
    coalesce(c.items, 0) AS items_extracted,
    coalesce(n.mentions, 0) AS mentions_resolved,
    coalesce(p.edges, 0) AS items_promoted,
    CASE
        WHEN items_extracted + mentions_resolved > 0 THEN NULL
        WHEN trim(m.text_raw) = '' THEN 'empty'
        WHEN m.is_hidden THEN 'hidden'
        WHEN NOT m.is_prose THEN 'not_words'
        WHEN NOT m.is_in_newest_source THEN 'not_in_newest_source'
        ELSE 'nothing_found'
    END AS skip_reason,
    -- A message with 'nothing_found' was read all the same.
    CASE WHEN coalesce(skip_reason, 'nothing_found') = 'nothing_found' THEN 'extracted' ELSE 'skipped' END
        AS dispatch_decision,
    CASE WHEN skip_reason IS NOT NULL THEN sha256(m.text_raw) END AS skip_content_fingerprint,
    CASE WHEN items_extracted = 0 THEN coalesce(n.node_ids, []) ELSE [] END AS skip_entity_mentions,
    round(coalesce(k.items / c.items, 0), 12) AS significance_score,
    m.created_at_utc AS extracted_at
FROM kg.messages AS m
LEFT JOIN claimed AS c USING (message_id)
LEFT JOIN kept AS k USING (message_id)
LEFT JOIN meant AS n USING (message_id)
LEFT JOIN promoted AS p USING (message_id)
