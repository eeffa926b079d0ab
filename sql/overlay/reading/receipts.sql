-- `overlay.graph_hygiene_receipts`: one row with what the nightly clean-up counted: suppressed edges, edges that faded but are
-- kept because they are 'active', nodes proposed for archiving, and evidence bundles. Reads the rows of edges.sql and
-- findings.sql.
SELECT
    sha256('hygiene|' || $as_of) AS receipt_id,
    (SELECT count(*) FROM edges WHERE lifecycle_state = 'suppressed') AS demoted_edge_count,
    (SELECT count(*) FROM edges WHERE lifecycle_state = 'active' AND effective_confidence < $edge_demotion_below)
        AS kept_by_person_count,
    (SELECT count(*) FROM findings WHERE action = 'archive') AS archived_candidate_node_count,
    (SELECT count(*) FROM overlay.evidence_bundles) AS reviewed_bundle_count,
    $as_of AS executed_at
