-- The columns of `overlay.evidence_bundles`. `decided` is given.
SELECT * REPLACE (
    coalesce(support_mention_ids, []) AS support_mention_ids,
    coalesce(contradiction_mention_ids, []) AS contradiction_mention_ids
)
FROM decided
