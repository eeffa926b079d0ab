-- One row per restatement: a claim that says how long a fact lasted, with the end that it names (`moment`; design §9). It ends
-- earlier claims of the fact that have no end. "I worked there until 2018" ends those with any beginning; "I worked there from
-- 2016 to 2018" ends only those with the same beginning (`begins`).
--
-- A claim that only names a time at which it was so ("in 2018") is no restatement. Only positive claims of the person's word
-- that are confident enough count. Plans, questions, and claims that were taken back or corrected are left out. Reads the rows
-- of claims.sql, valid_times.sql, corrections.sql and retracted.sql.
SELECT
    c.assertion_id,
    c.pair,
    c.object_signature,
    -- If the person gave the claim its time themselves (`annals correct`), the end counts as said last, and ends claims with any
    -- beginning before it.
    CASE WHEN NOT v.is_given THEN v.valid_from_utc END AS begins,
    coalesce(v.valid_until_hint_utc, v.valid_to_utc) AS moment,
    v.until_precision AS precision,
    v.until_precision NOT IN ('second', 'minute', 'hour') AS is_whole,
    CASE WHEN v.is_given THEN '~' ELSE coalesce(c.asserted_at_utc, '~') END AS said_at,
    c.conversation_id,
    c.order_index,
    c.place_in_message
FROM claims AS c
JOIN valid_times AS v USING (n)
ANTI JOIN corrections AS k ON k.n = c.n
ANTI JOIN retracted AS r ON r.n = c.n
WHERE
    c.polarity = 'positive'
    AND c.modality IN ('state', 'fact', 'preference')
    AND c.is_user_grounded
    AND c.confidence >= $threshold_close::DOUBLE
    AND (v.valid_until_hint_utc IS NOT NULL OR (v.valid_to_utc IS NOT NULL AND v.is_between))
