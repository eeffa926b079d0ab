-- One row per bundle, with the columns of `overlay.evidence_bundles`. The rows are those of decided.sql; each has a list of
-- mentions for the relation and one of those against it. An empty list is [] here, not NULL. Reads the rows of decided.sql.
SELECT * REPLACE (
    coalesce(support_mention_ids, []) AS support_mention_ids,
    coalesce(contradiction_mention_ids, []) AS contradiction_mention_ids
)
FROM decided
