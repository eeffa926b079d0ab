-- One row per pair of bearers that may be one person, with two signs of whether they are (`shared`, `is_together`). Two are
-- named together if they stand in one message with fewer than `most_named_together` mentions. `shared` is the number of people
-- who are named together with both bearers, in the same or in different messages. `is_together` says whether the two bearers
-- are named together themselves. The caller gives `base` (the rows of base.sql), `names` (an id for each name that has no
-- entity), `parted` (to which bearer a mention of a name with several bearers belongs) and `pairs` (the pairs to judge).
--
-- Speed: without the small MATERIALIZED parts DuckDB joins all companions of both bearers before it looks at the pairs, which
-- takes gigabytes.
WITH counted AS (
    SELECT
        b.message_id,
        coalesce(p.bearer_id, b.entity_id, n.source_id) AS bearer_id,
        b.kind,
        count(*) OVER (PARTITION BY b.message_id) AS named
    FROM base AS b
    LEFT JOIN names AS n ON b.entity_id IS NULL AND n.kind = b.kind AND n.normal = b.normal
    LEFT JOIN parted AS p USING (mention_id)
),
-- A message with `most_named_together` mentions or more is a list or a log: being named there together says nothing.
placed AS MATERIALIZED (
    SELECT DISTINCT message_id, bearer_id, kind FROM counted WHERE named < $most_named_together
),
asked AS (
    SELECT a AS bearer_id FROM pairs
    UNION
    SELECT b FROM pairs
),
company AS MATERIALIZED (
    SELECT DISTINCT one.bearer_id, other.bearer_id AS with_id
    FROM placed AS one
    JOIN asked USING (bearer_id)
    JOIN placed AS other USING (message_id)
    WHERE other.bearer_id <> one.bearer_id AND other.kind = 'person'
),
company_of_first AS MATERIALIZED (
    SELECT p.a, p.b, x.with_id FROM pairs AS p JOIN company AS x ON x.bearer_id = p.a
),
shared AS (
    SELECT x.a, x.b, count(*) AS shared
    FROM company_of_first AS x
    JOIN company AS y ON y.bearer_id = x.b AND y.with_id = x.with_id
    GROUP BY x.a, x.b
),
messages_of_first AS MATERIALIZED (
    SELECT p.a, p.b, x.message_id FROM pairs AS p JOIN placed AS x ON x.bearer_id = p.a
),
together AS (
    SELECT DISTINCT x.a, x.b
    FROM messages_of_first AS x
    JOIN placed AS y ON y.bearer_id = x.b AND y.message_id = x.message_id
)
SELECT p.a, p.b, coalesce(s.shared, 0) AS shared, t.a IS NOT NULL AS is_together
FROM pairs AS p
LEFT JOIN shared AS s USING (a, b)
LEFT JOIN together AS t USING (a, b)
ORDER BY p.a, p.b
