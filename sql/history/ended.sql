-- What temporal bounds close (design §9): every positive claim of the same fact said strictly earlier. Of several the
-- one with the earliest moment after the claim's beginning counts. A claim without an explicit beginning has none to
-- compare with; what ended by then, or begins only then, is not touched.
-- That is a question about two orders at once, said and happened. So the bounds of a fact stand in blocks of 1, 2, 4, ...
-- by the order in which they were said; "said after the claim" is at most one block of each size, and in a block the
-- moment decides alone: log(bounds) steps a claim instead of all bounds.
WITH bounds AS (
    SELECT retraction_id, fact_key, moment, moment_precision, said_at, conversation_id, order_index, place_in_message
    FROM takings
    WHERE retraction_type = 'temporal_bound' AND moment IS NOT NULL AND fact_key IS NOT NULL
),
concerned AS (
    SELECT c.n, a.fact_key, coalesce(c.asserted_at_utc, '~') AS said_at, c.conversation_id, c.order_index,
        c.place_in_message
    FROM kg.assertions AS a
    SEMI JOIN bounds AS b ON b.fact_key = a.fact_key
    JOIN claims AS c ON c.assertion_id = a.assertion_id
    WHERE c.polarity = 'positive'
),
together AS (
    SELECT fact_key, n, NULL::VARCHAR AS retraction_id, said_at, conversation_id, order_index, place_in_message FROM concerned
    UNION ALL
    SELECT fact_key, NULL, retraction_id, said_at, conversation_id, order_index, place_in_message FROM bounds
),
-- How many bounds of the fact stand before each row; at one place the bound comes first, so the claim is not earlier.
placed AS (
    SELECT
        fact_key,
        n,
        retraction_id,
        count(retraction_id) OVER said_order - CASE WHEN retraction_id IS NULL THEN 0 ELSE 1 END AS before,
        count(retraction_id) OVER (PARTITION BY fact_key) AS of_fact
    FROM together
    WINDOW said_order AS (
        PARTITION BY fact_key
        ORDER BY said_at, conversation_id, order_index, place_in_message, retraction_id NULLS LAST, n
        ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW
    )
),
blocks AS (
    SELECT fact_key, retraction_id, before, unnest(range(0, length(bin(of_fact)))) AS level, before >> level AS block
    FROM placed
    WHERE retraction_id IS NOT NULL
),
-- One bound per block and moment, the first said.
choices AS (
    SELECT
        k.fact_key, k.level, k.block, b.moment, min({'before': k.before, 'retraction_id': k.retraction_id}) AS bound
    FROM blocks AS k
    JOIN bounds AS b USING (retraction_id)
    GROUP BY k.fact_key, k.level, k.block, b.moment
),
open_claims AS (
    SELECT
        p.n,
        p.fact_key,
        p.before,
        p.of_fact,
        CASE WHEN v.has_explicit_valid_time THEN v.valid_from_utc END AS explicit_from,
        v.valid_to_utc,
        v.valid_until_hint_utc
    FROM placed AS p
    JOIN valid_times AS v USING (n)
    WHERE p.n NOT IN (SELECT n FROM retracted) AND p.n NOT IN (SELECT n FROM corrections)
),
-- [before, of_fact) as blocks: itself, and after each level at which it is a left half the right half beside it.
asked AS (
    SELECT n, fact_key, coalesce(explicit_from, '') AS since, 0 AS level, before AS block FROM open_claims
    UNION ALL
    SELECT n, fact_key, since, level, (before >> level) + 1
    FROM (
        SELECT
            n, fact_key, before, coalesce(explicit_from, '') AS since,
            unnest(range(0, length(bin(of_fact)))) AS level
        FROM open_claims
    )
    WHERE (before >> level) & 1 = 0
),
found AS (
    SELECT a.n, min({'moment': c.moment, 'before': c.bound.before, 'retraction_id': c.bound.retraction_id}) AS bound
    FROM asked AS a
    ASOF JOIN choices AS c
        ON c.fact_key = a.fact_key AND c.level = a.level AND c.block = a.block AND c.moment > a.since
    GROUP BY a.n
)
SELECT
    o.n,
    b.retraction_id,
    b.moment,
    b.moment_precision,
    o.explicit_from IS NOT NULL AS has_start
FROM found AS f
JOIN open_claims AS o USING (n)
JOIN bounds AS b ON b.retraction_id = f.bound.retraction_id
WHERE CASE
    WHEN o.explicit_from IS NOT NULL THEN coalesce(o.valid_to_utc > f.bound.moment, true)
    ELSE coalesce(o.valid_until_hint_utc > f.bound.moment, true)
END
