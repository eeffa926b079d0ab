-- One row per mention, with the resolved entity that it means and the revision that holds it. A mention of a bearer that is
-- not in `known` is left out. The caller gives `base` (the rows of base.sql), `names` (an id for each name that has no
-- entity), `parted` (to which bearer a mention of a name with several bearers belongs) and `known` (the resolved entity of
-- each bearer).
SELECT
    b.mention_id,
    k.entity_id,
    coalesce(b.entity_id, n.source_id) AS source_id,
    coalesce(r.artifact_uid, a.artifact_uid) AS artifact_uid,
    coalesce(r.revision_id, v.revision_id) AS revision_id,
    b.message_id,
    b.surface_form,
    b.start_char,
    b.end_char
FROM base AS b
LEFT JOIN names AS n ON b.entity_id IS NULL AND n.kind = b.kind AND n.normal = b.normal
LEFT JOIN parted AS p USING (mention_id)
JOIN known AS k ON k.bearer_id = coalesce(p.bearer_id, b.entity_id, n.source_id)
LEFT JOIN memory.entity_mention__read AS r ON r.mentioned_id = b.mention_id
LEFT JOIN memory.artifact AS a ON a.conversation_id = b.conversation_id
LEFT JOIN memory.artifact_revision AS v ON v.artifact_uid = a.artifact_uid AND v.is_latest
ORDER BY b.message_id, b.start_char NULLS FIRST, b.mention_id
