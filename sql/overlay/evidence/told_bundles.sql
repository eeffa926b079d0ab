-- The rows of `overlay.evidence_bundles`: those of `decided`, with an empty list instead of NULL where no mention speaks for or
-- against. `decided` is given.
SELECT * REPLACE (
    coalesce(support_mention_ids, []) AS support_mention_ids,
    coalesce(contradiction_mention_ids, []) AS contradiction_mention_ids
)
FROM decided
