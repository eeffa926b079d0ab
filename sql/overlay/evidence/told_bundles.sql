-- One row per bundle, with the columns of `overlay.evidence_bundles`. The rows are those of decided.sql; if no mention is for
-- or against a relation, its list of mentions is empty here and not NULL. Reads the rows of decided.sql.
SELECT * REPLACE (
    coalesce(support_mention_ids, []) AS support_mention_ids,
    coalesce(contradiction_mention_ids, []) AS contradiction_mention_ids
)
FROM decided
