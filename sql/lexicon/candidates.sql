-- `kg.lexicon_term_candidates`: one row per candidate of the lexicon, with its statistics, its score and, if it was rejected,
-- the reason (seed 000 §2B.4.2-2B.5.3).
--
-- A candidate that prospects.sql chose was looked for in every text. It is judged by its occurrences there. Some occurrences
-- do not count: those inside a longer name ("Anna" in "Anna Berg") or inside a link, and those in texts that nobody said, such
-- as an instruction (zone `aside`).
--
-- A candidate that was not looked for, or of which no occurrence counts, is judged by its sightings: the places where it was
-- first seen because it looked like a name (`generator` says by what, such as capitals). Such a candidate is always rejected.
-- It is denied or too rare; or its context diversity (how varied the words beside it are) counts as 0, because nobody measured
-- it.
--
-- The caller gives `seen` (the rows of terms_seen.sql), `openers` (the rows of openers.sql) and `denied` (the keys that never
-- become terms, each with the reason).
WITH keyed AS (
    SELECT
        term_key,
        min(list_position($generators, generator)) FILTER (is_generated) AS generator_index,
        sum(sightings)::BIGINT AS sightings,
        coalesce(sum(sightings) FILTER (zone = 'code'), 0)::BIGINT AS in_code,
        coalesce(sum((
            sightings * CASE role WHEN 'user' THEN $weight_user WHEN 'assistant' THEN $weight_assistant ELSE 0 END
        )::DECIMAL(38, 12)) FILTER (zone = 'prose'), 0)::DOUBLE AS weighted,
        count(DISTINCT conversation_id) FILTER (zone = 'prose') AS conversations
    FROM seen
    GROUP BY term_key
    HAVING bool_or(is_generated)
),
placed AS (
    SELECT
        o.*, m.conversation_id, m.role, m.created_at_utc, m.order_index,
        CASE m.role WHEN 'user' THEN $weight_user WHEN 'assistant' THEN $weight_assistant ELSE 0 END AS weight
    FROM kg.lexicon_occurrences AS o
    JOIN kg.messages AS m USING (message_id)
    -- Inside of a longer name an occurrence does not count ("Anna" in "Anna Berg"), but after an opener it does ("Whenever
    -- Anna").
    WHERE o.zone <> 'aside' AND NOT o.is_nested
        AND (o.capital_before IS NULL OR o.capital_before IN (SELECT word FROM openers))
        -- "solar Heron got a new map": a hurried writer leaves out the first capital only.
        AND lower(o.previous_token || ' ' || o.surface_text) NOT IN (SELECT term_key FROM keyed WHERE term_key LIKE '% %')
        -- A part of a link, an address or a path was not said.
        AND NOT EXISTS (
            SELECT 1 FROM kg.entity_mentions__detected AS d
            WHERE d.message_id = o.message_id AND d.detector NOT LIKE 'NER:%'
                AND d.char_start <= o.char_start AND d.char_end >= o.char_end
                AND d.char_end - d.char_start > o.char_end - o.char_start
        )
),
counted AS (
    SELECT
        term_key,
        count(*) AS total,
        count(*) FILTER (zone = 'code') AS in_code,
        coalesce(sum(weight::DECIMAL(38, 12)) FILTER (zone = 'prose'), 0)::DOUBLE AS weighted,
        count(DISTINCT conversation_id) FILTER (zone = 'prose') AS conversations,
        count(*) FILTER (zone = 'prose') AS in_prose,
        count(DISTINCT (previous_token, next_token)) FILTER (zone = 'prose') AS contexts
    FROM placed
    GROUP BY term_key
),
-- Surfaces by key, from the occurrences where there are some, else from the sightings.
surfaces AS (
    SELECT
        term_key, surface_text, count(*) AS times,
        coalesce(sum(weight::DECIMAL(38, 12)) FILTER (zone = 'prose'), 0)::DOUBLE AS weighted
    FROM placed
    GROUP BY ALL
    UNION ALL
    SELECT
        term_key, surface_text, sum(sightings),
        coalesce(sum((
            sightings * CASE role WHEN 'user' THEN $weight_user WHEN 'assistant' THEN $weight_assistant ELSE 0 END
        )::DECIMAL(38, 12)) FILTER (zone = 'prose'), 0)::DOUBLE
    FROM seen ANTI JOIN counted USING (term_key)
    GROUP BY term_key, surface_text
),
-- §2B.4.2 step 3: most frequent, then the person's, then in code order.
named AS (
    SELECT
        term_key,
        list(surface_text ORDER BY times DESC, weighted DESC, surface_text)[1] AS canonical_surface,
        list(surface_text ORDER BY surface_text) AS aliases
    FROM surfaces
    GROUP BY term_key
),
evidence AS (
    SELECT
        term_key,
        -- The earliest places; those without a time come last.
        min_by({
            'message_id': message_id, 'char_start': char_start, 'char_end': char_end, 'surface': surface_text,
            'role': role, 'zone': zone, 'previous': previous_token, 'next': next_token
        }, {
            'is_undated': created_at_utc IS NULL, 'created_at_utc': coalesce(created_at_utc, ''),
            'conversation_id': conversation_id, 'order_index': order_index, 'message_id': message_id,
            'char_start': char_start
        }, greatest($lexicon_evidence, 1))[:$lexicon_evidence] AS occurrences
    FROM placed
    GROUP BY term_key
),
measured AS (
    SELECT
        k.term_key,
        $generators[k.generator_index] AS generator,
        n.canonical_surface, n.aliases,
        coalesce(c.total, k.sightings) AS total_count,
        coalesce(c.weighted, k.weighted) AS user_weighted_count,
        coalesce(c.conversations, k.conversations) AS conversation_count,
        round(coalesce(c.in_code / c.total, k.in_code / k.sightings), 12) AS code_likeness_ratio,
        round(CASE WHEN c.in_prose > 0 THEN c.contexts / c.in_prose END, 12) AS context_diversity,
        e.occurrences,
        d.reason AS denied_for
    FROM keyed AS k
    JOIN named AS n USING (term_key)
    LEFT JOIN counted AS c USING (term_key)
    LEFT JOIN evidence AS e USING (term_key)
    LEFT JOIN denied AS d USING (term_key)
),
-- §2B.5.1, in its order.
judged AS (
    SELECT *, CASE
        WHEN denied_for IS NOT NULL THEN denied_for
        WHEN user_weighted_count < $lexicon_min_user_mentions THEN 'BELOW_MIN_COUNT'
        WHEN conversation_count < $lexicon_min_conversations THEN 'BELOW_MIN_CONV'
        WHEN code_likeness_ratio > $lexicon_max_code_ratio THEN 'CODE_HEAVY'
        WHEN coalesce(context_diversity, 0) < $lexicon_min_diversity THEN 'LOW_DIVERSITY'
    END AS rejection
    FROM measured
),
-- §2B.5.2
scored AS (
    SELECT *, CASE WHEN rejection IS NULL THEN round(
        user_weighted_count * $lexicon_weight_mentions
        + conversation_count * $lexicon_weight_conversations
        + context_diversity * $lexicon_weight_diversity
        - code_likeness_ratio * $lexicon_penalty_code, 12) END AS score
    FROM judged
),
-- §2B.5.3
ranked AS (
    SELECT *, row_number() OVER (PARTITION BY rejection IS NULL ORDER BY score DESC, term_key) AS place FROM scored
)
SELECT
    term_key, generator, canonical_surface, aliases, total_count, user_weighted_count, conversation_count,
    code_likeness_ratio, context_diversity, score, occurrences,
    rejection IS NULL AND place <= $lexicon_max_terms AS is_selected,
    CASE WHEN rejection IS NULL AND place > $lexicon_max_terms THEN 'CAP_EXCEEDED' ELSE rejection END AS rejection_reason
FROM ranked
ORDER BY term_key
