-- One row per spelling to look for in every text (`surface_text`). Only the spellings are here whose key could still pass the
-- thresholds of seed 000 §2B.5.1; all others would be rejected anyway. A key is a name in the form in which names are
-- compared.
--
-- A key needs one sighting in quotation marks (`QUOTED`), or a weighted count (its sightings in prose, weighted by who wrote
-- them) of at least `lexicon_prospect_share` * `lexicon_min_user_mentions`. A share of the threshold is enough, because
-- sightings miss some places, such as a compound without its article.
--
-- Two sorts of keys are left out: denied keys, and keys that were seen only as noun phrases (`NOUN_CHUNK`) and too seldom in
-- the person's words (less than `chunk_user_share` of their sightings). The caller gives `seen` (the rows of terms_seen.sql)
-- and `denied` (the keys that never become terms, each with the reason).
WITH keyed AS (
    SELECT
        term_key,
        bool_or(is_generated) AS is_generated,
        bool_or(is_generated AND generator = 'QUOTED') AS is_quoted,
        bool_and(generator = 'NOUN_CHUNK') AS is_chunk,
        sum((
            sightings * CASE role WHEN 'user' THEN $weight_user WHEN 'assistant' THEN $weight_assistant ELSE 0 END
        )::DECIMAL(38, 12)) FILTER (zone = 'prose') AS weighted,
        count(DISTINCT conversation_id) FILTER (zone = 'prose') AS conversations,
        sum(sightings) FILTER (role = 'user') AS by_user,
        sum(sightings) AS sightings
    FROM seen
    GROUP BY term_key
)
SELECT DISTINCT surface_text
FROM seen
JOIN keyed AS k USING (term_key)
LEFT JOIN denied USING (term_key)
WHERE k.is_generated
    AND denied.term_key IS NULL
    AND (k.is_quoted OR k.weighted >= $lexicon_prospect_share * $lexicon_min_user_mentions)
    AND (NOT k.is_chunk OR coalesce(k.by_user, 0) >= $chunk_user_share * k.sightings)
ORDER BY surface_text
