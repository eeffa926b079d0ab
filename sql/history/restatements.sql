-- Claims that say of a fact how long it lasted (design §9): "I worked there until 2018", of whatever beginning, and "from
-- 2016 to 2018", of just that beginning. What was said to be open before ends by them. That a fact held in some year says
-- nothing of its end, and neither do plans and what nobody can be sure of.
SELECT
    c.assertion_id,
    c.pair,
    c.object_signature,
    v.valid_from_utc AS begins,
    coalesce(v.valid_until_hint_utc, v.valid_to_utc) AS moment,
    v.valid_time_precision AS precision,
    v.valid_time_precision NOT IN ('second', 'minute', 'hour') AS is_whole,
    coalesce(c.asserted_at_utc, '~') AS said_at,
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
    AND (v.valid_until_hint_utc IS NOT NULL OR (v.valid_to_utc IS NOT NULL AND v.valid_time_precision = 'range'))
