-- One row per claim that later words end, with these words and the moment of the end (design §9). There are two sorts of such
-- words:
-- - A temporal bound is a retraction that says that the fact is over. "I left Acme in May" ends "I work at Acme".
-- - A restatement is a claim that says how long the fact lasted. "I worked at Acme until 2018" ends earlier claims that I work
--   at Acme, but only those without an end of their own.
--
-- Such words end a positive claim that was said before them and began before their moment. A claim that was taken back or
-- corrected is left out. A claim that states no beginning counts as begun before every temporal bound. For a restatement it
-- counts as begun when it was said. If several moments can end a claim, the earliest after its beginning counts. A claim that
-- ends before that moment by its own words stays as it is.
--
-- Words like "in 2019" have two moments. A claim that began before 2019 ends as the year begins. A claim that began within
-- 2019 ends with the year. Reads the rows of takings.sql, restatements.sql, claims.sql, valid_times.sql, retracted.sql and
-- corrections.sql.
--
-- Speed: comparing each claim with each moment would cost too much. So the moments of a fact are put in blocks of 1, 2, 4, ...
-- in the order in which they were said. All moments that were said after a claim are covered by at most one block of each
-- size. Within a block it does not matter which moment was said first, only which is the earliest after the claim's beginning.
-- So a claim takes log(moments) steps.
WITH ended_facts AS (
    SELECT fact_key, -row_number() OVER (ORDER BY fact_key) AS about
    FROM takings
    WHERE retraction_type = 'temporal_bound' AND moment IS NOT NULL AND fact_key IS NOT NULL
    GROUP BY fact_key
),
stretches AS (
    SELECT
        pair,
        object_signature,
        begins,
        max(moment) AS last_moment,
        max(said_at) AS last_said_at,
        row_number() OVER (ORDER BY pair, object_signature, begins NULLS FIRST) AS about
    FROM restatements
    GROUP BY pair, object_signature, begins
),
bounds AS (
    SELECT
        f.about,
        0 AS rank,
        t.retraction_id AS by_id,
        t.moment,
        t.moment_to,
        t.moment_precision AS precision,
        t.is_moment_of_message,
        t.said_at,
        t.conversation_id,
        t.order_index,
        t.place_in_message
    FROM takings AS t
    JOIN ended_facts AS f ON f.fact_key = t.fact_key
    WHERE t.retraction_type = 'temporal_bound' AND t.moment IS NOT NULL
    UNION ALL
    SELECT
        s.about,
        CASE WHEN s.begins IS NULL THEN 1 ELSE 2 END,
        r.assertion_id,
        CASE WHEN NOT r.is_whole THEN r.moment END,
        CASE WHEN r.is_whole THEN r.moment END,
        r.precision,
        FALSE,
        r.said_at,
        r.conversation_id,
        r.order_index,
        r.place_in_message
    FROM restatements AS r
    JOIN stretches AS s
        ON s.pair = r.pair AND s.object_signature = r.object_signature AND s.begins IS NOT DISTINCT FROM r.begins
),
dated AS NOT MATERIALIZED (
    SELECT
        c.n,
        c.assertion_id,
        c.pair,
        c.object_signature,
        c.modality,
        coalesce(c.asserted_at_utc, '~') AS said_at,
        c.conversation_id,
        c.order_index,
        c.place_in_message,
        -- A plan is given up before its time comes: it began when it was made.
        CASE WHEN v.has_explicit_valid_time AND c.modality <> 'intention' THEN v.valid_from_utc END AS explicit_from,
        v.valid_to_utc IS NULL AND v.valid_until_hint_utc IS NULL AS is_open
    FROM claims AS c
    JOIN valid_times AS v USING (n)
    ANTI JOIN retracted AS r USING (n)
    ANTI JOIN corrections AS k USING (n)
    WHERE c.polarity = 'positive'
),
concerned AS (
    SELECT
        d.n, f.about, coalesce(d.explicit_from, '') AS since, d.said_at, d.conversation_id, d.order_index,
        d.place_in_message
    FROM kg.assertions AS a
    JOIN ended_facts AS f ON f.fact_key = a.fact_key
    JOIN dated AS d ON d.assertion_id = a.assertion_id
    UNION ALL
    -- A claim that names no time held when it was said, so a stretch that was over by then is another one.
    SELECT
        d.n, s.about, coalesce(d.explicit_from, d.said_at), d.said_at, d.conversation_id, d.order_index,
        d.place_in_message
    FROM dated AS d
    JOIN stretches AS s ON s.pair = d.pair AND s.object_signature = d.object_signature
    WHERE
        d.is_open
        AND d.modality IN ('state', 'fact', 'preference')
        AND coalesce(s.begins = d.explicit_from, s.begins IS NULL)
        AND s.last_moment > coalesce(d.explicit_from, d.said_at)
        AND s.last_said_at >= d.said_at
),
together AS (
    SELECT n, about, since, NULL::VARCHAR AS by_id, said_at, conversation_id, order_index, place_in_message FROM concerned
    UNION ALL
    SELECT NULL, about, NULL, by_id, said_at, conversation_id, order_index, place_in_message FROM bounds
),
-- How many moments (`bounds`) of the fact come before each row. At the same place the bound sorts first: the claim is not
-- earlier.
placed AS (
    SELECT
        about,
        n,
        since,
        by_id,
        count(by_id) OVER said_order - CASE WHEN by_id IS NULL THEN 0 ELSE 1 END AS before,
        count(by_id) OVER (PARTITION BY about) AS of_fact
    FROM together
    WINDOW said_order AS (
        PARTITION BY about
        ORDER BY said_at, conversation_id, order_index, place_in_message, by_id NULLS LAST, n
        ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW
    )
),
blocks AS (
    SELECT about, by_id, before, unnest(range(0, length(bin(of_fact)))) AS level, before >> level AS block
    FROM placed
    WHERE by_id IS NOT NULL
),
moments AS (
    SELECT about, rank, by_id, moment, precision, is_moment_of_message, FALSE AS is_whole
    FROM bounds
    WHERE moment IS NOT NULL
    UNION ALL
    SELECT about, rank, by_id, moment_to, precision, is_moment_of_message, TRUE FROM bounds WHERE moment_to IS NOT NULL
),
-- One bound per block and moment, the first said.
choices AS (
    SELECT
        k.about, k.level, k.block, m.moment,
        min({
            'rank': m.rank, 'before': k.before, 'by_id': k.by_id, 'precision': m.precision, 'is_whole': m.is_whole,
            'is_moment_of_message': m.is_moment_of_message
        }) AS bound
    FROM blocks AS k
    JOIN moments AS m ON m.about = k.about AND m.by_id = k.by_id
    GROUP BY k.about, k.level, k.block, m.moment
),
-- The blocks that cover all bounds from number `before` on: this bound itself and, at each level at which its block is the left
-- one of a pair, the right one.
asked AS (
    SELECT n, about, since, 0 AS level, before AS block FROM placed WHERE n IS NOT NULL
    UNION ALL
    SELECT n, about, since, level, (before >> level) + 1
    FROM (SELECT n, about, before, since, unnest(range(0, length(bin(of_fact)))) AS level FROM placed WHERE n IS NOT NULL)
    WHERE (before >> level) & 1 = 0
),
-- The earliest moment. If a temporal bound and a restatement name the same moment, the temporal bound counts (`rank` 0).
found AS (
    SELECT a.n, min({'moment': c.moment, 'of': c.bound}) AS bound
    FROM asked AS a
    ASOF JOIN choices AS c
        ON c.about = a.about AND c.level = a.level AND c.block = a.block AND c.moment > a.since
    GROUP BY a.n
)
SELECT
    v.n,
    CASE WHEN f.bound.of.rank = 0 THEN f.bound.of.by_id END AS retraction_id,
    CASE WHEN f.bound.of.rank > 0 THEN f.bound.of.by_id END AS restated_by,
    f.bound.moment AS moment,
    f.bound.of.precision AS moment_precision,
    f.bound.of.is_whole AS is_moment_whole,
    f.bound.of.is_moment_of_message AS is_moment_of_message,
    v.has_explicit_valid_time AND v.valid_from_utc IS NOT NULL AND c.modality <> 'intention' AS has_start
FROM found AS f
JOIN valid_times AS v USING (n)
JOIN claims AS c USING (n)
WHERE coalesce(CASE WHEN has_start THEN v.valid_to_utc ELSE v.valid_until_hint_utc END > f.bound.moment, TRUE)
