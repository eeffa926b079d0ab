-- `overlay.change_records` (§16.2): when a node of tier A or B came to be, and what became of the claims it is made of. `nodes`,
-- `claim_facts` are given.
WITH kept AS (SELECT * FROM nodes WHERE tier IN ('A', 'B')),

changes AS (
    SELECT node_id, created_at AS changed_at, 'created' AS change_type, ['canonical_name'] AS changed_fields,
        NULL AS previous_value_summary, 'indexer' AS change_source, NULL AS caused_by
    FROM kept
    UNION ALL
    SELECT
        k.node_id,
        coalesce(a.asserted_at_utc, $horizon),
        CASE
            WHEN t.status = 'retracted' THEN 'corrected'
            WHEN t.status = 'negated' THEN 'invalidated'
            ELSE 'updated'
        END,
        ['lifecycle_state'],
        k.canonical_name,
        CASE t.status WHEN 'retracted' THEN 'correction' ELSE 'user' END,
        coalesce(t.retracted_by_retraction_id, t.negated_by_assertion_id, t.temporal_superseded_by_assertion_id)
    FROM kept AS k
    JOIN claim_facts AS f USING (node_id)
    JOIN kg.assertion_temporalized AS t USING (assertion_id)
    LEFT JOIN kg.assertions AS a
        ON a.assertion_id = coalesce(t.negated_by_assertion_id, t.temporal_superseded_by_assertion_id)
    WHERE t.status IN ('retracted', 'negated', 'superseded')
)

SELECT DISTINCT ON (change_id)
    sha256(concat_ws('|', node_id, change_type, changed_at, coalesce(caused_by, ''))) AS change_id,
    *
FROM changes
WHERE changed_at <= $as_of
ORDER BY change_id
