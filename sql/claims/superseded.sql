-- One row per claim that a retraction supersedes (seed 000 §4.7.4.3). `supersession` says in which way: 'retraction',
-- 'correction' or 'temporal_end'. `superseded_by` is the claim that takes its place, if there is one.
--
-- A retraction supersedes its target. Two sorts of retractions supersede more: a full retraction, and a correction that
-- changes more than the time. If their target is positive, they also supersede all earlier positive claims of the same fact,
-- even an assistant's. An earlier claim that names a time is about a time of its own and stays. It is superseded only by a
-- full retraction whose words describe the fact (`is_described`): "I never worked at Acme", not just "that's not true".
--
-- A correction without a new claim supersedes nothing. If several retractions supersede one claim, the strongest counts:
-- retraction before correction before temporal_end, then the first. The caller gives `assertions` (those that the stage made)
-- and `links` (one row per retraction that has a target).
WITH standing AS (
    SELECT
        a.assertion_id, a.fact_key, coalesce(a.asserted_at_utc, '~') AS said_at, m.conversation_id, m.order_index,
        coalesce(a.char_start, 0) AS place, a.temporal_qualifier_type IS NOT NULL AS is_timed
    FROM assertions a
    JOIN kg.messages m USING (message_id)
    WHERE a.polarity = 'positive' AND a.modality <> 'question' AND a.superseded_by_assertion_id IS NULL
),
taking AS (
    SELECT
        t.fact_key, l.said_at, m.conversation_id, m.order_index, l.char_start AS place,
        l.retraction_type = 'full' AND l.is_described AS is_whole,
        {
            'kind': CASE l.retraction_type WHEN 'full' THEN 1 ELSE 2 END, 'said_at': l.said_at,
            'retraction_id': l.retraction_id, 'superseded_by': l.superseded_by
        } AS taken
    FROM links l
    JOIN kg.messages m USING (message_id)
    -- Only positive targets: where a denial is taken back, nothing is said against the fact.
    JOIN standing t ON t.assertion_id = l.target_assertion_id
    LEFT JOIN assertions r ON r.assertion_id = l.superseded_by
    -- A correction of nothing but the time leaves the fact as it is.
    WHERE l.retraction_type = 'full' OR (l.retraction_type = 'correction' AND r.fact_key <> t.fact_key)
),
together AS (
    SELECT *, NULL::VARCHAR AS assertion_id, NULL::BOOLEAN AS is_timed, 0 AS is_claim FROM taking
    UNION ALL
    SELECT fact_key, said_at, conversation_id, order_index, place, NULL, NULL, assertion_id, is_timed, 1
    FROM standing
    WHERE fact_key IN (SELECT fact_key FROM taking)
),
-- At the same place the retraction sorts first: only claims before it are taken.
followed AS (
    SELECT
        assertion_id,
        CASE
            WHEN is_timed THEN min(taken) FILTER (WHERE is_whole) OVER later
            ELSE min(taken) OVER later
        END AS taken
    FROM together
    WINDOW later AS (
        PARTITION BY fact_key ORDER BY said_at, conversation_id, order_index, place, is_claim
        ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING
    )
    QUALIFY is_claim = 1
),
every AS (
    SELECT
        target_assertion_id AS assertion_id,
        superseded_by,
        CASE retraction_type WHEN 'full' THEN 1 WHEN 'correction' THEN 2 ELSE 3 END AS kind,
        said_at,
        retraction_id
    FROM links
    -- A correction changes nothing if no claim takes the place of its target.
    WHERE retraction_type <> 'correction' OR superseded_by IS NOT NULL
    UNION ALL
    SELECT assertion_id, taken.superseded_by, taken.kind, taken.said_at, taken.retraction_id
    FROM followed
    WHERE taken IS NOT NULL
)
SELECT
    assertion_id,
    superseded_by,
    CASE kind WHEN 1 THEN 'retraction' WHEN 2 THEN 'correction' ELSE 'temporal_end' END AS supersession
FROM every
QUALIFY
    row_number() OVER (PARTITION BY assertion_id ORDER BY kind, said_at NULLS LAST, retraction_id) = 1
ORDER BY assertion_id
