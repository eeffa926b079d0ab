-- Claims that say of a fact how long it lasted (design §9): "I worked there until 2018", of whatever beginning, and "from
-- 2016 to 2018", of just that beginning. What was said to be open before ends by them. That a fact held in some year says
-- nothing of its end, and neither do plans and what nobody can be sure of.
SELECT
    c.assertion_id,
    c.pair,
    c.object_signature,
    -- What the person said of the claim itself was said last, and of every time that the fact was told before that end.
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
