-- One row per entity that gets a note: the person, every active entity that a claim is about, and those with at least
-- $note_least_mentions mentions. There are at most $most_notes: the person first, then those of the greatest salience. Tables are
-- those of kg.duckdb.
WITH claimed AS (
    SELECT entity_id, count(*) AS claims
    FROM (
        SELECT assertion_id, subject_entity_id AS entity_id FROM assertions
        UNION
        SELECT assertion_id, object_entity_id FROM assertions WHERE object_entity_id IS NOT NULL
    )
    GROUP BY entity_id
)
SELECT
    e.entity_id,
    e.canonical_name,
    e.entity_type,
    e.entity_type = 'PERSON' AND e.entity_key = '__SELF__' AS is_self,
    e.aliases_json,
    e.mention_count,
    e.conversation_count,
    e.first_seen_at_utc,
    e.last_seen_at_utc,
    coalesce(c.claims, 0) AS claims,
    row_number() OVER (
        ORDER BY is_self DESC, e.salience_score DESC NULLS LAST, coalesce(c.claims, 0) DESC, e.entity_id
    ) AS place
FROM entities AS e
LEFT JOIN claimed AS c USING (entity_id)
WHERE e.status = 'active' AND (is_self OR c.claims > 0 OR e.mention_count >= $note_least_mentions)
QUALIFY place <= $most_notes
ORDER BY place
