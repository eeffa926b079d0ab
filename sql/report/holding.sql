-- As what things hold, and how exact the words are that say since and until when: what `what_mattered` counts, claim by claim.
WITH claimed AS (
    SELECT DISTINCT member_node_type, member_source_id, assertion_id
    FROM profile_evidence
    WHERE member_source_id IS NOT NULL
),
told AS (
    SELECT c.member_node_type, c.member_source_id, p.canonical_label AS predicate, h.*
    FROM claimed AS c
    JOIN history_at() AS h USING (assertion_id)
    JOIN predicates AS p USING (predicate_id)
    WHERE h.subject_entity_id = $focal
),
moments AS (
    SELECT
        member_node_type,
        member_source_id,
        predicate,
        polarity,
        valid_from_utc AS at_utc,
        valid_time_precision AS precision,
        FALSE AS is_closed
    FROM told
    UNION ALL
    SELECT
        member_node_type,
        member_source_id,
        predicate,
        polarity,
        valid_to_utc,
        valid_end_precision,
        status IN ('superseded', 'negated')
    FROM told
)
SELECT
    member_node_type,
    member_source_id,
    at_utc,
    min(precision) AS precision,
    bool_or(is_closed) AS is_closed,
    min(predicate) FILTER (polarity = 'positive') AS predicate
FROM moments
WHERE at_utc IS NOT NULL
GROUP BY member_node_type, member_source_id, at_utc
ORDER BY member_node_type, member_source_id, at_utc
