-- One row per row of `taken`, with the claim that the retraction of this row is about: its target (seed 000 §4.7.4, design §9
-- "Claims"). `taken` has a row for each thing that the words of a retraction can mean; all rows of one retraction have one
-- target. A retraction takes its target back, corrects it, or says that it is over: "I no longer work at Acme" is about the
-- earlier claim "I work at Acme".
--
-- The target is looked for in six steps, which comments below describe; the lowest step that finds a claim counts. If no step
-- finds one, the target is NULL. It is also NULL if the person told of several separate times of the fact, and nothing says
-- which one a correction means. `hindrance` says why there is no target, if that is known. A row also has the claim of the
-- retraction's own message that replaces the target (`replacement_assertion_id`) and the one that denies it
-- (`denying_assertion_id`).
--
-- The caller gives `assertions` (those that the stage made), `taken`, `stretches` (parts of the words of retractions and of
-- objects), `alike` (object words that are like those of a retraction) and `object_names` (the words of objects).
--
-- Speed: no claim is compared with every retraction. Claims and retractions get keys (strings made of subject, predicate and
-- words). For each key a running maximum gives each retraction the best claim before it: the person's own before the
-- assistant's, then the newest.
WITH RECURSIVE claims AS (
    SELECT
        a.assertion_id, a.message_id, a.fact_key, a.subject_entity_id, a.predicate_id, a.object_signature, a.polarity,
        a.asserted_role, a.modality, a.char_start, a.char_end, m.conversation_id, m.order_index,
        a.temporal_qualifier_type, a.temporal_qualifier_id,
        -- A claim without a time is known from the horizon, so it comes after all others (design §8).
        coalesce(a.asserted_at_utc, '~') AS said_at,
        CASE WHEN a.object_entity_id IS NOT NULL THEN 'entity' ELSE a.object_value_type END AS object_kind,
        a.asserted_role = 'user' AS is_own,
        a.modality <> 'question' AND a.superseded_by_assertion_id IS NULL AS can_be_taken_back,
        a.polarity = 'positive' AND can_be_taken_back AS can_be_target
    FROM assertions a
    JOIN kg.messages m USING (message_id)
),
said AS (
    SELECT
        t.*, m.conversation_id, m.order_index, m.parent_id, coalesce(m.created_at_utc, '~') AS said_at,
        -- "Our cat Nurr has died" is also a claim about the cat. Words that end something get the place of their last character,
        -- so that a claim within them comes before them and can be what they end.
        CASE
            WHEN t.retraction_type = 'temporal_bound' AND t.predicate_id IS NOT NULL THEN t.char_end - 1
            ELSE t.char_start
        END AS place
    FROM taken t
    JOIN kg.messages m USING (message_id)
),
-- The claims that the words can mean, as keys. Step 1: the object equals the words; 2: the words lie inside the object; 3: the
-- object lies inside the words; 4: the object is like the words (`alike`).
sought AS (
    SELECT retraction_id, 1 AS step, concat_ws(chr(31), '=', subject_id, predicate_id, words) AS key, place FROM said
    WHERE kind = 'described' AND words IS NOT NULL
    UNION ALL
    SELECT retraction_id, 2, concat_ws(chr(31), '<', subject_id, predicate_id, words), place FROM said
    WHERE kind = 'described' AND words IS NOT NULL
    UNION ALL
    SELECT s.retraction_id, 3, concat_ws(chr(31), '>', s.subject_id, s.predicate_id, p.words), s.place FROM said s
    JOIN stretches p ON p.whole = s.words
    WHERE s.kind = 'described' AND p.words <> p.whole AND p.share >= $least_share_of_words
        -- Who deleted "the Netflix history" deleted the history: what happened to a thing has its name last.
        AND (NOT s.one_is_meant OR ends_with(s.words, ' ' || p.words))
    UNION ALL
    SELECT s.retraction_id, 4, concat_ws(chr(31), '=', s.subject_id, s.predicate_id, a.object_words), s.place FROM said s
    JOIN alike a ON a.words = s.words AND a.predicate_id = s.predicate_id
    WHERE s.kind = 'described' AND s.retraction_type = 'temporal_bound'
),
forms AS (
    -- Which parts of a claim the retractions name besides its object: none, its subject, its predicate, or both.
    SELECT DISTINCT subject_id IS NOT NULL AS with_subject, predicate_id IS NOT NULL AS with_predicate
    FROM said WHERE kind = 'described' AND words IS NOT NULL
),
worded AS (
    SELECT
        c.*, unnest([{'sign': '=', 'words': n.words}, {'sign': '>', 'words': n.words}]) AS part
    FROM claims c
    JOIN object_names n USING (object_signature)
    UNION ALL
    SELECT c.*, {'sign': '<', 'words': p.words} AS part
    FROM claims c
    JOIN object_names n USING (object_signature)
    JOIN stretches p ON p.whole = n.words
    WHERE p.words <> p.whole
),
offered AS (
    SELECT DISTINCT
        w.assertion_id,
        concat_ws(
            chr(31), w.part.sign, CASE WHEN f.with_subject THEN w.subject_entity_id END,
            CASE WHEN f.with_predicate THEN w.predicate_id END, w.part.words
        ) AS key
    FROM worded w
    CROSS JOIN forms f
    WHERE w.can_be_target
),
meeting AS (
    SELECT
        o.key, c.said_at, c.conversation_id, c.order_index, coalesce(c.char_start, 0) AS place, 1 AS is_claim,
        c.fact_key,
        NULL::VARCHAR AS retraction_id, NULL::INTEGER AS step,
        {
            'is_own': c.is_own, 'said_at': c.said_at, 'order_index': c.order_index, 'assertion_id': c.assertion_id
        } AS claim
    FROM offered o
    SEMI JOIN sought s ON s.key = o.key
    JOIN claims c USING (assertion_id)
    UNION ALL
    SELECT s.key, t.said_at, t.conversation_id, t.order_index, s.place, 0, NULL, s.retraction_id, s.step, NULL
    FROM sought s
    JOIN said t USING (retraction_id)
),
one_meant AS (
    SELECT retraction_id, bool_or(one_is_meant) AS one_is_meant FROM said GROUP BY retraction_id
),
-- For each key of a retraction the best claim strictly before it by (said_at, conversation_id, order_index, place): the
-- person's own before the assistant's, then the newest (§4.7.4).
met AS (
    SELECT
        retraction_id, step,
        max(claim) OVER earlier AS claim,
        min(fact_key) OVER earlier <> max(fact_key) OVER earlier AS are_several
    FROM meeting
    WINDOW earlier AS (
        PARTITION BY key ORDER BY said_at, conversation_id, order_index, place, is_claim
        ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW
    )
    QUALIFY is_claim = 0
),
-- Step 1 always finds its claim. Step 4, and with one_is_meant ("I sold my bike") steps 2 and 3 too, find one only where a
-- single fact fits: nothing says which of two is meant.
by_words AS (
    SELECT m.retraction_id, m.step, max(m.claim).assertion_id AS assertion_id
    FROM met m
    JOIN claims c ON c.assertion_id = m.claim.assertion_id
    JOIN one_meant o ON o.retraction_id = m.retraction_id
    GROUP BY m.retraction_id, m.step
    HAVING m.step = 1 OR count(DISTINCT c.fact_key) = 1 AND NOT bool_or(m.are_several AND o.one_is_meant)
        OR m.step < 4 AND NOT bool_or(o.one_is_meant)
),
-- Step 5, for words that name a relation but no object: the only fact of the relation that is open at that moment. A fact
-- opens when it is said and closes when it is denied. The running sum of the numbers of open facts is the fact's own number
-- when one is open. Of several, with newest_is_meant (works_at, lives_in), it is the fact told last, unless it was denied.
numbered AS (
    SELECT fact_key, row_number() OVER (ORDER BY fact_key) AS fact FROM (SELECT DISTINCT fact_key FROM claims)
),
wanted AS (
    SELECT DISTINCT subject_id, predicate_id FROM said
    WHERE kind = 'described' AND words IS NULL AND subject_id IS NOT NULL AND predicate_id IS NOT NULL
),
turns AS (
    SELECT
        c.subject_entity_id AS subject_id, c.predicate_id, n.fact, c.said_at, c.conversation_id, c.order_index,
        coalesce(c.char_start, 0) AS place, c.assertion_id, c.is_own,
        CASE WHEN c.can_be_target THEN 1 ELSE 0 END AS is_open,
        lag(is_open, 1, 0) OVER (
            PARTITION BY n.fact ORDER BY c.said_at, c.conversation_id, c.order_index, place, c.assertion_id
        ) AS was_open
    FROM claims c
    JOIN numbered n USING (fact_key)
    SEMI JOIN wanted w ON w.subject_id = c.subject_entity_id AND w.predicate_id = c.predicate_id
    WHERE c.can_be_target OR c.polarity = 'negative'
),
counting AS (
    SELECT
        subject_id, predicate_id, said_at, conversation_id, order_index, place, 1 AS is_claim, assertion_id AS id,
        is_open - was_open AS change, (is_open - was_open) * fact::HUGEINT AS signed, fact * is_open AS told
    FROM turns
    UNION ALL
    SELECT subject_id, predicate_id, said_at, conversation_id, order_index, char_start, 0, retraction_id, 0, 0, NULL
    FROM said
    WHERE kind = 'described' AND words IS NULL AND subject_id IS NOT NULL AND predicate_id IS NOT NULL
),
open_facts AS (
    SELECT
        id AS retraction_id, is_claim, sum(change) OVER history AS open, sum(signed) OVER history AS fact,
        -- 0 where the last statement is a denial.
        last_value(told IGNORE NULLS) OVER history AS newest
    FROM counting
    WINDOW history AS (
        PARTITION BY subject_id, predicate_id ORDER BY said_at, conversation_id, order_index, place, is_claim, id
        ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW
    )
    QUALIFY is_claim = 0
),
only_open AS (
    SELECT s.retraction_id, o.open, n.fact, n.fact_key, s.said_at, s.conversation_id, s.order_index, s.char_start
    FROM open_facts o
    JOIN said s USING (retraction_id)
    LEFT JOIN numbered n
        ON n.fact = CASE WHEN o.open = 1 THEN o.fact WHEN o.open > 1 AND s.newest_is_meant THEN o.newest END
),
restating AS (
    SELECT
        t.fact, t.said_at, t.conversation_id, t.order_index, t.place, 1 AS is_claim, NULL::VARCHAR AS retraction_id,
        {
            'is_own': t.is_own, 'said_at': t.said_at, 'order_index': t.order_index, 'assertion_id': t.assertion_id
        } AS claim
    FROM turns t
    WHERE t.is_open = 1
    UNION ALL
    SELECT fact, said_at, conversation_id, order_index, char_start, 0, retraction_id, NULL
    FROM only_open
    WHERE fact IS NOT NULL
),
by_relation AS (
    SELECT
        retraction_id, 5 AS step,
        (max(claim) OVER (
            PARTITION BY fact ORDER BY said_at, conversation_id, order_index, place, is_claim
            ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW
        )).assertion_id AS assertion_id
    FROM restating
    QUALIFY is_claim = 0
),
-- Step 6, for words like "that": the last claim before them in their message, else in the nearest message up the path that
-- holds one, at most `reach` of the person's turns and $longest_climb messages back.
near AS MATERIALIZED (
    SELECT message_id, parent_id, role FROM kg.messages
    WHERE conversation_id IN (SELECT conversation_id FROM said WHERE kind = 'last')
),
in_message AS (
    SELECT
        message_id, char_start, 1 AS is_claim, NULL::VARCHAR AS retraction_id,
        {'place': char_start, 'assertion_id': assertion_id} AS claim
    FROM claims
    WHERE char_start IS NOT NULL AND message_id IN (SELECT message_id FROM said WHERE kind = 'last')
    UNION ALL
    SELECT message_id, char_start, 0, retraction_id, NULL
    FROM said
    WHERE kind = 'last'
),
-- At the same place the retraction sorts first: only a claim before it can be meant.
own AS (
    SELECT
        retraction_id,
        max(claim) OVER (
            PARTITION BY message_id ORDER BY char_start, is_claim, retraction_id
            ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW
        ) AS claim
    FROM in_message
    QUALIFY is_claim = 0
),
last_of_message AS (
    SELECT message_id, max({'place': coalesce(char_start, -1), 'assertion_id': assertion_id}) AS claim
    FROM claims
    WHERE message_id IN (SELECT message_id FROM near)
    GROUP BY message_id
),
climbing AS (
    SELECT s.retraction_id, s.parent_id, s.reach, 0 AS turns, 0 AS steps, o.claim.assertion_id AS assertion_id
    FROM said s
    LEFT JOIN own o USING (retraction_id)
    WHERE s.kind = 'last'
    UNION ALL
    SELECT
        c.retraction_id, n.parent_id, c.reach, c.turns + CASE WHEN n.role = 'user' THEN 1 ELSE 0 END, c.steps + 1,
        l.claim.assertion_id
    FROM climbing c
    JOIN near n ON n.message_id = c.parent_id
    LEFT JOIN last_of_message l ON l.message_id = n.message_id
    WHERE c.assertion_id IS NULL AND c.steps < $longest_climb
        AND c.turns + CASE WHEN n.role = 'user' THEN 1 ELSE 0 END <= c.reach
        AND c.reach > 0
),
by_place AS (
    SELECT k.retraction_id, 6 AS step, k.assertion_id
    FROM climbing k
    WHERE k.assertion_id IS NOT NULL
),
-- Where the claim found is the assistant's, the person's own newest claim of the same fact before it is meant instead.
echoing AS (
    SELECT
        p.retraction_id, c.fact_key, s.said_at, s.conversation_id, s.order_index, s.char_start AS place, 0 AS is_claim,
        NULL::STRUCT(said_at VARCHAR, order_index BIGINT, assertion_id VARCHAR) AS claim
    FROM by_place p
    JOIN claims c USING (assertion_id)
    JOIN said s USING (retraction_id)
    WHERE NOT c.is_own AND c.can_be_target
),
echoed AS (
    SELECT * FROM echoing
    UNION ALL
    SELECT
        NULL, fact_key, said_at, conversation_id, order_index, coalesce(char_start, 0), 1,
        {'said_at': said_at, 'order_index': order_index, 'assertion_id': assertion_id}
    FROM claims
    WHERE is_own AND can_be_target AND fact_key IN (SELECT fact_key FROM echoing)
),
own_of_echo AS (
    SELECT
        retraction_id,
        max(claim) OVER (
            PARTITION BY fact_key ORDER BY said_at, conversation_id, order_index, place, is_claim
            ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW
        ) AS claim
    FROM echoed
    QUALIFY is_claim = 0
),
meant AS (
    SELECT p.retraction_id, p.step, coalesce(o.claim.assertion_id, p.assertion_id) AS assertion_id
    FROM by_place p
    LEFT JOIN own_of_echo o USING (retraction_id)
),
-- A claim with a hindrance is no target: only the assistant made it, it is not positive, or it is not earlier.
judged AS (
    SELECT
        p.retraction_id, p.step, p.assertion_id,
        CASE
            WHEN NOT c.is_own THEN 'LAST_CLAIM_IS_ASSISTANTS'
            -- "I don't like tea. That's not true" takes the denial back; a denial has nothing to correct or to end.
            WHEN NOT (c.can_be_target OR (c.can_be_taken_back AND s.retraction_type = 'full'))
                THEN 'LAST_CLAIM_IS_NOT_POSITIVE'
            WHEN (c.said_at, c.conversation_id, c.order_index, coalesce(c.char_start, 0))
                >= (s.said_at, s.conversation_id, s.order_index, s.char_start) THEN 'LAST_CLAIM_IS_NOT_EARLIER'
        END AS hindrance
    FROM meant p
    JOIN claims c USING (assertion_id)
    JOIN said s USING (retraction_id)
),
every AS (
    SELECT retraction_id, step, assertion_id FROM by_words
    UNION ALL
    SELECT retraction_id, step, assertion_id FROM by_relation
    UNION ALL
    SELECT retraction_id, step, assertion_id FROM judged WHERE hindrance IS NULL
),
chosen AS (
    -- The lowest step that found a claim. A retraction has at most one row per step.
    SELECT retraction_id, min({'step': step, 'assertion_id': assertion_id}) AS found FROM every GROUP BY retraction_id
),
-- MATERIALIZED before it is joined on: else every claim of a relation would be joined with every other one.
aimed AS MATERIALIZED (
    SELECT
        s.retraction_id, s.retraction_type, s.message_id, s.char_start, s.char_end, s.replacement_start,
        s.replacement_end, t.subject_entity_id, t.predicate_id, t.fact_key,
        s.retraction_type = 'correction' AND NOT s.puts_time AND h.found.step <= 3 AS is_of_one_stint
    FROM said s
    JOIN chosen h USING (retraction_id)
    JOIN claims t ON t.assertion_id = h.found.assertion_id
),
-- A correction of a value concerns one stretch of time in which the fact was so. If the person told of several stretches that do
-- not overlap, nothing says which one is meant: then target_fact_key stays, target_assertion_id is NULL (§4.7.4.2), and stage 5
-- shows a conflict.
stints AS (
    SELECT
        i.fact_key, s.said_at, s.conversation_id, s.order_index, i.char_start AS place, 0 AS is_claim, i.retraction_id,
        NULL::VARCHAR AS since, NULL::VARCHAR AS until
    FROM aimed i
    JOIN said s USING (retraction_id)
    WHERE i.is_of_one_stint
    UNION ALL
    SELECT
        c.fact_key, c.said_at, c.conversation_id, c.order_index, coalesce(c.char_start, 0), 1, NULL,
        CASE WHEN c.temporal_qualifier_type = 'until' THEN '' ELSE t.valid_from_utc END,
        CASE
            WHEN c.temporal_qualifier_type = 'until' THEN coalesce(t.valid_to_utc, t.valid_from_utc)
            WHEN c.temporal_qualifier_type = 'since' THEN '~'
            ELSE coalesce(t.valid_to_utc, '~')
        END
    FROM claims c
    JOIN kg.time_mentions t ON t.time_mention_id = c.temporal_qualifier_id AND t.valid_from_utc IS NOT NULL
    WHERE c.is_own AND c.can_be_target AND c.fact_key IN (SELECT fact_key FROM aimed WHERE is_of_one_stint)
),
several AS (
    SELECT retraction_id, max(since) OVER earlier >= min(until) OVER earlier AS are_apart
    FROM stints
    WINDOW earlier AS (
        PARTITION BY fact_key ORDER BY said_at, conversation_id, order_index, place, is_claim
        ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW
    )
    QUALIFY is_claim = 0 AND are_apart
),
-- The replacement: a positive claim of the same message, subject and predicate that overlaps the words of the new value.
replacing AS (
    SELECT i.retraction_id, min({'place': c.char_start, 'assertion_id': c.assertion_id}).assertion_id AS assertion_id
    FROM aimed i
    JOIN claims c USING (message_id, subject_entity_id, predicate_id)
    WHERE i.retraction_type = 'correction' AND c.polarity = 'positive' AND c.fact_key <> i.fact_key
        AND c.char_start < i.replacement_end AND i.replacement_start < c.char_end
    GROUP BY i.retraction_id
),
-- The negative claim of the same fact that overlaps the words of an end ("I no longer work at Acme").
denying AS (
    SELECT i.retraction_id, min({'place': c.char_start, 'assertion_id': c.assertion_id}).assertion_id AS assertion_id
    FROM aimed i
    JOIN claims c USING (message_id, fact_key)
    WHERE i.retraction_type = 'temporal_bound' AND c.polarity = 'negative'
        AND c.char_start < i.char_end AND i.char_start < c.char_end
    GROUP BY i.retraction_id
)
SELECT
    s.retraction_id,
    CASE WHEN v.retraction_id IS NULL THEN t.assertion_id END AS target_assertion_id,
    t.fact_key AS target_fact_key,
    t.subject_entity_id AS target_subject_id,
    t.predicate_id AS target_predicate_id,
    t.object_kind AS target_object_kind,
    t.modality AS target_modality,
    s.said_at,
    h.found.step AS step,
    coalesce(
        j.hindrance, CASE WHEN o.open > 1 AND o.fact IS NULL THEN 'SEVERAL_ARE_OPEN' END,
        CASE WHEN v.retraction_id IS NOT NULL THEN 'SEVERAL_STINTS' END
    ) AS hindrance,
    CASE WHEN v.retraction_id IS NULL THEN r.assertion_id END AS replacement_assertion_id,
    d.assertion_id AS denying_assertion_id
FROM said s
LEFT JOIN chosen h USING (retraction_id)
LEFT JOIN claims t ON t.assertion_id = h.found.assertion_id
LEFT JOIN judged j ON j.retraction_id = s.retraction_id
LEFT JOIN only_open o ON o.retraction_id = s.retraction_id
LEFT JOIN several v ON v.retraction_id = s.retraction_id
LEFT JOIN replacing r ON r.retraction_id = s.retraction_id
LEFT JOIN denying d ON d.retraction_id = s.retraction_id
ORDER BY s.retraction_id
