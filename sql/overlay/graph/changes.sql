-- `overlay.change_records` (§16.2): one row per change of a node of tier A or B, up to `as_of`. `change_type` is one of these:
-- - 'created'.
-- - 'renamed': a message uses the canonical name of the node for the first time, and another name was used before.
-- - 'corrected': a claim from which the node was made was retracted.
-- - 'invalidated': such a claim was negated.
-- - 'updated': such a claim was superseded.
-- Reads the rows of nodes.sql, spoken.sql and claim_facts.sql.
WITH kept AS (SELECT * FROM nodes WHERE tier IN ('A', 'B')),

called AS (
    SELECT k.node_id, k.canonical_name, m.surface_text, min(s.said_at) AS first_at
    FROM kept AS k
    JOIN kg.entity_mentions AS m ON m.entity_id = k.source_id AND k.source_kind = 'entity'
    JOIN spoken AS s ON s.message_id = m.message_id
    WHERE m.surface_text IS NOT NULL
    GROUP BY ALL
),

renamed AS (
    SELECT
        node_id,
        min(first_at) FILTER (lower(surface_text) = lower(canonical_name)) AS renamed_at,
        min_by(surface_text, {'at': first_at, 'text': surface_text}) AS previous_name
    FROM called
    GROUP BY node_id
    -- A shorter or longer form of the same name is no renaming.
    HAVING NOT list_has_all(string_split(lower(max(canonical_name)), ' '), string_split(lower(previous_name), ' '))
        AND NOT list_has_all(string_split(lower(previous_name), ' '), string_split(lower(max(canonical_name)), ' '))
),

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
    UNION ALL
    -- Renamed when a message first uses the canonical name, if that is later than the node's first message.
    SELECT k.node_id, r.renamed_at, 'renamed', ['canonical_name'], r.previous_name, 'indexer', NULL
    FROM kept AS k
    JOIN renamed AS r USING (node_id)
    WHERE r.renamed_at > k.created_at
)

SELECT DISTINCT ON (change_id)
    sha256(concat_ws('|', node_id, change_type, changed_at, coalesce(caused_by, ''))) AS change_id,
    *
FROM changes
WHERE changed_at <= $as_of
ORDER BY change_id
