-- The rows for `overlay.evidence_bundles`, one per bundle: those of `decided`, with an empty list instead of NULL where no
-- mention is for or against the relation. Reads the rows of decided.sql.
SELECT * REPLACE (
    coalesce(support_mention_ids, []) AS support_mention_ids,
    coalesce(contradiction_mention_ids, []) AS contradiction_mention_ids
)
FROM decided
