-- One row per claim that was taken back (seed 000 §5.8.3), with the first retraction that did so, in the order of §5.8. The
-- valid time of the claim is left alone (§5.8.4). A correction takes back its target only if no other claim replaces it. If
-- one does, the correction supersedes the target instead (§5.7).
--
-- A retraction takes back a fact, not only a sentence. So if its target is positive, it also takes back all other positive
-- claims of the same fact that were said before it, even an assistant's. Questions stay. A claim that names a time is about a
-- time of its own and stays, too. It is taken back only by a full retraction whose words describe the fact (`is_described`):
-- "I never worked at Acme", not just "that's not true". If a retraction names only a fact and can mean only one claim, that
-- claim is taken back (fact_takings.sql). Reads the rows of takings.sql, claims.sql, corrections.sql and fact_takings.sql.
WITH aimed AS (
    SELECT
        c.n, c.polarity, t.retraction_id, t.turn, t.fact_key, t.said_at, t.conversation_id, t.order_index,
        t.place_in_message, t.retraction_type = 'full' AND t.is_described AS is_whole
    FROM takings AS t
    JOIN claims AS c ON c.assertion_id = t.target_assertion_id
    LEFT JOIN corrections AS k ON k.n = c.n
    WHERE t.retraction_type = 'full' OR (t.retraction_type = 'correction' AND k.n IS NULL)
),
together AS (
    SELECT
        fact_key, said_at, conversation_id, order_index, place_in_message, 0 AS is_claim, NULL::BIGINT AS n,
        NULL::BOOLEAN AS is_timed, is_whole, {'turn': turn, 'retraction_id': retraction_id} AS taken
    FROM aimed
    WHERE polarity = 'positive'  -- a denial that is taken back says nothing against the fact
    UNION ALL
    SELECT
        a.fact_key, coalesce(c.asserted_at_utc, '~'), c.conversation_id, c.order_index, c.place_in_message, 1, c.n,
        c.temporal_qualifier_type IS NOT NULL, NULL, NULL
    FROM claims AS c
    JOIN kg.assertions AS a USING (assertion_id)
    ANTI JOIN corrections AS k ON k.n = c.n
    WHERE c.polarity = 'positive' AND c.modality <> 'question' AND a.fact_key IN (SELECT fact_key FROM aimed)
),
-- At the same place the retraction sorts first: only claims before it are taken back.
followed AS (
    SELECT
        n,
        CASE
            WHEN is_timed THEN min(taken) FILTER (WHERE is_whole) OVER later
            ELSE min(taken) OVER later
        END AS taken
    FROM together
    WINDOW later AS (
        PARTITION BY fact_key ORDER BY said_at, conversation_id, order_index, place_in_message, is_claim
        ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING
    )
    QUALIFY is_claim = 1
),
every AS (
    SELECT n, retraction_id, turn FROM aimed
    UNION
    SELECT n, taken.retraction_id, taken.turn FROM followed WHERE taken IS NOT NULL
    UNION
    SELECT n, retraction_id, turn FROM fact_takings WHERE among = 1
)
SELECT
    n,
    min({'turn': turn, 'retraction_id': retraction_id}).retraction_id AS retraction_id,
    string_agg('"' || retraction_id || '"', ',' ORDER BY turn) AS retraction_ids
FROM every
GROUP BY n
